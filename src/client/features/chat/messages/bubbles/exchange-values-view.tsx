import { useState, type MouseEvent } from 'react';
import type { ExchangeContent } from '#schemas/api/chat.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { BubbleActions, ExchangeValues } from './bubble-actions.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { KIND_LABELS } from '#client/features/chat/messages/message-content.ts';
import { restFocus } from '#client/features/chat/messages/rest-focus.ts';

/** The warning beside every contact that is shown. */
export const FraudHint = () => <p className="bubble-hint">请勿向陌生人转账，谨防诈骗</p>;

interface ExchangeValuesViewProps {
  readonly exchange: ExchangeContent;
  readonly actions: Pick<BubbleActions, 'openValues' | 'openPlan'>;
}

/** What was exchanged: fetched when asked for and kept nowhere but on screen. */
export function ExchangeValuesView({ exchange, actions }: ExchangeValuesViewProps) {
  const [values, setValues] = useState<ExchangeValues>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isPlan = exchange.kind === 'BP';

  const open = async ({ currentTarget }: MouseEvent) => {
    restFocus(currentTarget);
    setBusy(true);
    setProblem(undefined);
    try {
      const fetched = await actions.openValues(exchange.exchangeId);
      const address = fetched.theirs ?? fetched.mine;
      if (isPlan && address !== null) actions.openPlan(address, fetched.name);
      else setValues(fetched);
    } catch (thrown) {
      setProblem((thrown instanceof Error && thrown.message) || '暂时无法查看，请稍后重试');
    }
    setBusy(false);
  };

  if (values) return <Values values={values} />;
  return (
    <>
      <PlainButton look="outlined" disabled={isBusy} onClick={(event) => void open(event)}>
        {isPlan ? '查看BP' : '查看联系方式'}
      </PlainButton>
      {problem !== undefined && (
        <p role="alert" className="bubble-problem">
          {problem}
        </p>
      )}
    </>
  );
}

function Values({ values: { kind, mine, theirs } }: { readonly values: ExchangeValues }) {
  const noun = KIND_LABELS[kind];
  return (
    // Read out at once: it takes the place of the button that was pressed.
    <div role="status" className="bubble-values">
      <p className="bubble-value">
        <span>{theirs === null ? `对方未公开${noun}` : `对方${noun}：${theirs}`}</span>
        {theirs !== null && <CopyButton value={theirs} label={`对方${noun}`} />}
      </p>
      {mine !== null && (
        <p className="bubble-value">
          <span>{`您的${noun}：${mine}`}</span>
        </p>
      )}
      <FraudHint />
    </div>
  );
}

import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Webhook } from '#schemas/api/webhooks.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { outcomeWords } from './webhook-words.ts';
import type { WebhooksStore } from './webhooks-store.ts';

interface WebhookLogDialogProps {
  readonly store: WebhooksStore;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The messages of a webhook and what became of them; those that were tried can be sent again. */
export const WebhookLogDialog = observer(function WebhookLogDialog({ store, webhook, onClose }: WebhookLogDialogProps) {
  const [log] = useState(() => store.log(webhook.id));
  const [problem, setProblem] = useState('');
  useEffect(() => void log.load(), [log]);
  const { value, failure } = log;
  const resend = (id: string) => {
    store
      .resend(id)
      .then(() => log.refresh())
      .catch((thrown: unknown) => setProblem(asFailure(thrown).message));
  };
  return (
    <DialogFrame
      title={`发送记录：${webhook.name}`}
      size="md"
      onClose={onClose}
      actions={<Button onClick={() => void log.refresh()}>刷新</Button>}
    >
      {failure && <Notice isAlert title={failure.message} />}
      {problem !== '' && <Notice isAlert title={problem} />}
      {!failure && !value && <LoadingBlock height={96} />}
      {value?.length === 0 && <p className="developer-soft">近 30 天没有消息。</p>}
      {value && value.length > 0 && (
        <ul className="developer-keys">
          {value.map((delivery) => (
            <li key={delivery.id}>
              <div>
                <p>
                  <b>{delivery.event}</b>
                  <span className="developer-state" data-state={delivery.state === 'sent' ? 'good' : 'ending'}>
                    {outcomeWords(delivery)}
                  </span>
                </p>
                <p>
                  {shownMoment(delivery.happenedAt)} · <code>{delivery.messageId}</code>
                  {delivery.dueAt !== null && ` · ${shownMoment(delivery.dueAt)} 发送`}
                </p>
                <details>
                  <summary className="developer-soft">内容</summary>
                  <code>{delivery.body}</code>
                </details>
              </div>
              {delivery.event !== 'webhook.test' && delivery.state !== 'due' && (
                <Button aria-label={`重新发送 ${delivery.messageId}`} onClick={() => resend(delivery.id)}>
                  重新发送
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </DialogFrame>
  );
});

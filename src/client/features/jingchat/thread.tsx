import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { STAGES } from '#schemas/generated/api/jingchat.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { AnswerFeedback } from './answer-feedback.tsx';
import type { AnswerLookups } from './answer-lookups.ts';
import { sentenceOf, STAGE_LABELS } from './answer-text.ts';
import { type AnswerFurther, AnswerView } from './answer-view.tsx';
import type { JingchatStore } from './jingchat-store.ts';
import { QuestionText } from './question-text.tsx';
import type { EditPlanFilter } from './plan-chips.tsx';
import type { Turn } from './turn.ts';

interface ThreadProps {
  readonly store: JingchatStore;
  readonly lookups: AnswerLookups;
  readonly editFilter: EditPlanFilter;
  readonly further?: AnswerFurther | undefined;
}

/** Above the question that is scrolled to, in pixels. */
const ROOM = 16;

/** What was asked and answered, oldest first; the end is in sight when something is asked. */
export const Thread = observer(function Thread({ store, lookups, editFilter, further }: ThreadProps) {
  const last = useRef<HTMLLIElement>(null);
  const { turns } = store;
  const { length } = turns;
  const isAnswered = turns.at(-1)?.answer !== undefined;
  useEffect(() => {
    // Only the thread moves: scrollIntoView would move the page around it too.
    const scroller = last.current?.parentElement?.parentElement;
    if (last.current && scroller)
      scroller.scrollTop += last.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top - ROOM;
  }, [length, isAnswered]);
  return (
    <>
      <ol className="jing-thread">
        {turns.map((turn, at) => (
          <li key={turn.id ?? at} ref={at === length - 1 ? last : undefined}>
            <h2 className="jing-question">
              {turn.answer?.pieces ? <QuestionText pieces={turn.answer.pieces} /> : turn.question}
            </h2>
            <div className="jing-answer">
              <Reply turn={turn} store={store} lookups={lookups} editFilter={editFilter} further={further} />
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {spoken(turns.at(-1))}
      </p>
    </>
  );
});

/** What is read out: what is being done, then the answer in its sentence. Failures are alerts of their own. */
function spoken(turn: Turn | undefined): string {
  if (!turn) return '';
  if (turn.stage !== undefined && turn.stage !== 'again') return `正在${STAGE_LABELS[turn.stage]}……`;
  return turn.answer && turn.answer.content.kind !== 'failed' ? sentenceOf(turn.answer.content) : '';
}

type ReplyProps = ThreadProps & { readonly turn: Turn };

const Reply = observer(function Reply({ turn, store, lookups, editFilter, further }: ReplyProps) {
  const { answer, failure, stage, isStopped } = turn;
  const retry = () => void store.retry(turn);
  if (stage !== undefined && stage !== 'again') return <Stages stage={stage} />;
  if (isStopped)
    return (
      <p className="jing-sentence">
        已停止，没有回答
        <PlainButton look="outlined" onClick={retry}>
          重试
        </PlainButton>
      </p>
    );
  return (
    <>
      {failure && (
        <p role="alert" className="jing-sentence">
          {failure.message}
          <PlainButton look="outlined" onClick={turn.id === undefined ? retry : () => void store.again(turn)}>
            重试
          </PlainButton>
        </p>
      )}
      {stage === 'again' && <p className="jing-busy">正在查询……</p>}
      {answer && (
        <AnswerView
          answer={answer}
          lookups={lookups}
          editFilter={editFilter}
          further={further}
          isBusy={store.busy !== undefined || turn.isBusy}
          onAsk={(question, edit) => void store.ask(question, edit)}
          onRetry={retry}
          onAgain={() => void store.again(turn)}
        />
      )}
      {answer && answer.content.kind !== 'failed' && answer.content.kind !== 'stopped' && (
        <AnswerFeedback turn={turn} store={store} />
      )}
      {!answer && !failure && stage === undefined && (
        <PlainButton look="outlined" onClick={() => void store.again(turn)}>
          查询最新结果
        </PlainButton>
      )}
    </>
  );
});

/** How far an answer is. */
function Stages({ stage }: { readonly stage: (typeof STAGES)[number] }) {
  // The model is asked instead of the rules, not after them.
  const stages = STAGES.filter((one) => (one === 'model') === (stage === 'model'));
  const present = stages.indexOf(stage);
  return (
    <ol className="jing-stages" aria-label="进度">
      {stages.map((one, at) => (
        <li
          key={one}
          data-state={at < present ? 'done' : at === present ? 'now' : 'later'}
          aria-current={at === present ? 'step' : undefined}
        >
          {STAGE_LABELS[one]}
        </li>
      ))}
    </ol>
  );
}

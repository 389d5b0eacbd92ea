import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Answer, AnswerContent } from '#schemas/api/jingchat.ts';
import type { Edit } from '#schemas/api/jingchat-plan.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { AnswerCard } from './answer-card.tsx';
import { AnswerComparison } from './answer-comparison.tsx';
import { AnswerGroups } from './answer-groups.tsx';
import type { AnswerLookups } from './answer-lookups.ts';
import { AnswerTable } from './answer-table.tsx';
import { answerText, sentenceOf } from './answer-text.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { ModelWords } from './model-words.tsx';
import { type EditPlanFilter, PlanChips } from './plan-chips.tsx';

interface AnswerViewProps {
  readonly answer: Answer;
  readonly lookups: AnswerLookups;
  /** Something is being answered: nothing else can be asked. */
  readonly isBusy: boolean;
  readonly onAsk: (question: string, edit?: Edit) => void;
  readonly editFilter: EditPlanFilter;
  readonly onRetry: () => void;
  readonly onAgain: () => void;
  /** What else may be done with an answer. */
  readonly further?: AnswerFurther | undefined;
}

export type AnswerFurther = (answer: Answer) => ReactNode;

/** An answer with the query it comes from and the ways to go on. */
export const AnswerView = observer(function AnswerView(props: AnswerViewProps) {
  const { answer, lookups, isBusy, onAsk, editFilter, onRetry, onAgain, further } = props;
  const { id, content, plan, assumptions, notes, emptied, next, asOf, question, canAskModel } = answer;
  const isOpen = content.kind === 'ask' || content.kind === 'declined';
  const isUnanswered = content.kind === 'failed' || content.kind === 'stopped';
  return (
    <>
      <p className="jing-sentence" role={content.kind === 'failed' ? 'alert' : undefined}>
        {sentenceOf(content)}
      </p>
      <Content {...props} content={content} />
      <ChoiceChips
        label="为什么没有结果"
        choices={emptied.map(({ text, total }) => `去掉“${text}”有 ${total} ${plan?.measureWord ?? '条'}`)}
        isBusy={isBusy}
        onChoose={(choice, at) => onAsk(choice.slice(0, ASKED), { of: id, without: emptied[at]?.at ?? 0 })}
      />
      {[...assumptions, ...notes].length > 0 && (
        <ul className="jing-notes" aria-label="说明">
          {[...assumptions, ...notes].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {plan && (
        <PlanChips
          plan={plan}
          isBusy={isBusy}
          editFilter={editFilter}
          onRemove={(at, text) => onAsk(`去掉“${text}”`.slice(0, ASKED), { of: id, without: at })}
          onFilter={(next, words) => onAsk(`条件改为“${words}”`.slice(0, ASKED), { of: id, filter: next ?? null })}
          onShape={(at, choice) => onAsk(`改为“${choice}”`.slice(0, ASKED), { of: id, shape: { at, choice } })}
        />
      )}
      <ChoiceChips
        label="接着问"
        choices={next}
        isBusy={isBusy}
        onChoose={(choice) => onAsk(choice, { of: id, next: choice })}
      />
      <div className="jing-foot">
        {asOf !== null && <span>数据截至 {shownMoment(asOf)}（北京时间）</span>}
        {!isUnanswered && <CopyButton label="回答" value={answerText(answer, lookups)} />}
        {asOf !== null && (
          <PlainButton disabled={isBusy} onClick={onAgain}>
            重新查询
          </PlainButton>
        )}
        {further?.(answer)}
        {canAskModel && (
          <>
            <PlainButton
              look={isOpen ? 'outlined' : 'text'}
              disabled={isBusy}
              onClick={() => onAsk(question, { of: id, model: true })}
            >
              让模型试试
            </PlainButton>
            <span>问题和查到的数据会发送到本站配置的模型服务</span>
          </>
        )}
        {isUnanswered && (
          <PlainButton look="outlined" disabled={isBusy} onClick={onRetry}>
            重试
          </PlainButton>
        )}
      </div>
    </>
  );
});

/** Characters of a question that goes on from an answer. */
const ASKED = 100;

type ContentProps = Pick<AnswerViewProps, 'answer' | 'lookups' | 'isBusy' | 'onAsk'> & {
  readonly content: AnswerContent;
};

function Content({ answer, content, lookups, isBusy, onAsk }: ContentProps): ReactNode {
  switch (content.kind) {
    case 'list':
      return (
        answer.plan && <AnswerTable content={content} objectApiName={answer.plan.objectApiName} lookups={lookups} />
      );
    case 'record':
      return (
        answer.plan && <AnswerCard content={content} objectApiName={answer.plan.objectApiName} lookups={lookups} />
      );
    case 'comparison':
      return (
        answer.plan && (
          <AnswerComparison content={content} objectApiName={answer.plan.objectApiName} lookups={lookups} />
        )
      );
    case 'number':
      return (
        <dl className="jing-figures">
          {content.figures.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'groups':
      return <AnswerGroups content={content} />;
    case 'ask':
      return (
        <ChoiceChips
          label="请选择"
          choices={content.choices}
          isBusy={isBusy}
          onChoose={(choice) => onAsk(choice, { of: answer.id, choose: choice })}
        />
      );
    case 'declined':
      return (
        <>
          {content.unknown.length > 0 && (
            <p className="jing-unknown">
              没有理解：
              {content.unknown.map((word) => (
                <mark key={word}>{word}</mark>
              ))}
              。请换一种说法，或去掉后再问；名称请加引号，例如“红杉中国”。
            </p>
          )}
          <ChoiceChips label="可以这样问" choices={content.instead} isBusy={isBusy} onChoose={(text) => onAsk(text)} />
        </>
      );
    case 'refused':
      return (
        <>
          <p className="jing-instead">{content.instead}</p>
          <ChoiceChips
            label="可以这样问"
            choices={content.questions}
            isBusy={isBusy}
            onChoose={(text) => onAsk(text)}
          />
        </>
      );
    case 'text':
      return content.links.map(({ label, href }) => (
        <p key={href} className="jing-instead">
          <PlainLink href={hashAddress(href)}>{label} ›</PlainLink>
        </p>
      ));
    case 'model':
      return <ModelWords content={content} />;
    case 'failed':
    case 'stopped':
      return null;
  }
}

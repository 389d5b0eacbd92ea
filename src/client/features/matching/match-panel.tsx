import type { ReactNode } from 'react';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { type Criterion, isCompared, type Row, VERDICTS } from './match-labels.tsx';
import { shownParts } from './shares.ts';

interface MatchPanelProps {
  readonly row: Row;
  readonly name: string;
  /** What the two sides are called, e.g. 本项目. */
  readonly subjectWord: string;
  /** The address of the list of an object; undefined where the user has none. */
  readonly routeOf: (objectApiName: string) => string | undefined;
  /** What may be done with the record, where its row is out of sight. */
  readonly actions?: ReactNode;
  readonly onClose?: (() => void) | undefined;
}

/** Why a row is where it is: criterion by criterion, with what each adds and the deals behind it. */
export function MatchPanel({ row, name, subjectWord, routeOf, actions, onClose }: MatchPanelProps) {
  const { parts, sum } = shownParts(row.criteria.map(({ contribution }) => contribution));
  return (
    <section className="match-panel" aria-label={`${name}的匹配依据`}>
      <PopupHead title={name} onClose={onClose} />
      {actions && <div className="match-panel-actions">{actions}</div>}
      <ol className="match-reasons">
        {row.criteria.map((criterion, at) => (
          <li key={criterion.key}>
            <div className="match-reason-head">
              {isCompared(criterion) ? <VerdictMark criterion={criterion} /> : <b>{criterion.label}</b>}
              <output className="match-part" aria-label={`${criterion.label}得分`}>
                {parts[at]}
              </output>
            </div>
            {criterion.subject !== null && (
              <p className="match-subject">
                {subjectWord}：{criterion.subject}
              </p>
            )}
            <p>{criterion.words}</p>
            <Deals criterion={criterion} routeOf={routeOf} />
          </li>
        ))}
      </ol>
      <p className="match-sum">
        <span>合计</span>
        <output aria-label="合计得分">{sum}</output>
      </p>
      <p className="match-note">分数只用于排序，不代表投资概率；各项相加即为合计。</p>
    </section>
  );
}

/** A criterion with its verdict, in a word and a sign. */
export function VerdictMark({ criterion: { label, verdict } }: { readonly criterion: Criterion }) {
  const [word, Sign] = VERDICTS[verdict];
  return (
    <span className="match-verdict" data-verdict={verdict}>
      <Sign aria-hidden />
      {label}
      <small>{word}</small>
    </span>
  );
}

function Deals({
  criterion: { label, open, candidate },
  routeOf,
}: { criterion: Criterion } & Pick<MatchPanelProps, 'routeOf'>) {
  const route = open && routeOf(open.objectApiName);
  if (!open || route === undefined) return null;
  const filter = open.filter as Condition;
  return (
    <a
      className="match-deals"
      href={hashAddress(`${route}${encodeListState({ ...DEFAULT_LIST_STATE, filter })}`)}
      target="_blank"
      rel="noopener"
    >
      查看这 {candidate.evidence?.deals} 笔交易<span className="visually-hidden">（{label}）</span>
    </a>
  );
}

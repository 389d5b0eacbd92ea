import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import type { MatchOrder } from '#schemas/api/match-lists.ts';
import type { MatchAsked, MatchSubject } from '#shared/matching/match-address.ts';
import { PLAIN_MATCH } from '#shared/matching/match-address.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { LISTED, ORDERS } from './match-labels.tsx';
import { MatchBasis, type MatchPaths } from './match-basis.tsx';
import type { MatchStore } from './match-store.ts';
import { SubjectChooser } from './subject-chooser.tsx';
import type { SubjectStore } from './subject-store.ts';
import { WeightsButton } from './weights-button.tsx';
import './matching.css';

interface MatchBarProps {
  readonly store: MatchStore;
  readonly subjects: SubjectStore;
  /** As the address says; undefined: the records are in the order of the list. */
  readonly asked: MatchAsked | undefined;
  readonly onAsk: (asked: MatchAsked | undefined) => void;
  readonly paths: MatchPaths;
  /** The way to be alerted of what comes among the best. */
  readonly alerts?: ReactNode;
}

/** How a list is ordered: as it is, or by what fits, for whom, and by what weights; and what is left out. */
export const MatchBar = observer(function MatchBar({ store, subjects, asked, onAsk, paths, alerts }: MatchBarProps) {
  const page = asked && (store.pages.page ?? store.known);
  const order = (next: MatchOrder) => {
    onAsk({ ...(asked ?? PLAIN_MATCH), order: next });
  };
  const subject = (next: MatchSubject | undefined) =>
    onAsk({ ...(asked ?? PLAIN_MATCH), subject: next, only: undefined });
  const chosen = asked?.subject;
  const [first] = subjects.choices.value ?? [];
  // Where the address names no round, it is the newest of the user's own.
  const isOpen = store.side === 'investors' && asked !== undefined && chosen === undefined && first !== undefined;
  useEffect(() => {
    if (isOpen) onAsk({ ...asked, subject: first.subject });
  });
  // What is kept nowhere is gone when the page is opened again.
  useEffect(() => {
    if (chosen?.kind === 'draft' && !subjects.draft) subjects.ask();
  }, [chosen?.kind, subjects]);
  const mandate = chosen?.kind === 'mandate' ? chosen.id : undefined;
  return (
    <section className="match-bar" aria-label="按匹配度排序">
      <div className="match-tools">
        <div role="group" aria-label="排序方式" className="match-orders">
          <PlainButton
            look={asked ? 'outlined' : 'filled'}
            aria-pressed={!asked}
            title={LISTED[1]}
            onClick={() => onAsk(undefined)}
          >
            {LISTED[0]}
          </PlainButton>
          {ORDERS.map(([value, label, hint]) => (
            <PlainButton
              key={value}
              look={value === asked?.order ? 'filled' : 'outlined'}
              aria-pressed={value === asked?.order}
              title={hint}
              onClick={() => order(value)}
            >
              {label}
            </PlainButton>
          ))}
        </div>
        <SubjectChooser
          store={subjects}
          chosen={asked ? chosen : undefined}
          onChoose={subject}
          path={store.side === 'projects' ? paths.mandates : paths.financing}
        />
        {asked && alerts}
        {asked && page && page.weights.length > 0 && (
          <WeightsButton
            weights={page.weights.map((one) => ({ ...one, weight: asked.weights[one.key] ?? one.weight }))}
            onChange={(weights) => onAsk({ ...asked, weights })}
            onSave={mandate === undefined ? undefined : (weights) => subjects.saveWeights(mandate, weights)}
          />
        )}
      </div>
      {asked && page && (
        <MatchBasis store={store} subjects={subjects} page={page} asked={asked} onAsk={onAsk} paths={paths} />
      )}
    </section>
  );
});

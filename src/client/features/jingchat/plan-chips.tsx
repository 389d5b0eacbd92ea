import { type ReactNode, useState } from 'react';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { PlanView } from '#schemas/api/jingchat-plan.ts';
import { hashAddress } from '#client/lib/router.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { PlainLink } from '#client/ui/plain-button.tsx';

/** What a dialog for the conditions of a plan is given. */
export interface PlanFilterEditing {
  readonly objectApiName: string;
  /** All conditions of the plan. */
  readonly filter: Condition | undefined;
  /** The one that is changed; all of them when absent. */
  readonly at?: Condition | undefined;
  /** `words` says what was changed to. */
  readonly onApply: (next: Condition | undefined, words: string) => void;
  readonly onClose: () => void;
}
export type EditPlanFilter = (editing: PlanFilterEditing) => ReactNode;

interface PlanChipsProps {
  readonly plan: PlanView;
  readonly isBusy: boolean;
  readonly editFilter: EditPlanFilter;
  readonly onRemove: (at: number, text: string) => void;
  readonly onFilter: (next: Condition | undefined, words: string) => void;
  readonly onShape: (at: number, choice: string) => void;
}

/**
 * What was asked of the data: each condition can be changed or taken away, each other part be exchanged, and the list of
 * the same records be opened.
 */
export function PlanChips({ plan, isBusy, editFilter, onRemove, onFilter, onShape }: PlanChipsProps) {
  /** The condition that is being changed; null for all of them. */
  const [edited, setEdited] = useState<Condition | null>();
  const own = plan.parts.flatMap(({ filter }) => (filter === undefined ? [] : [filter as Condition]));
  const [only] = own;
  const filter = own.length > 1 ? { and: own } : only;
  return (
    <div className="jing-plan">
      <ul aria-label="查询条件">
        <li className="jing-chip" data-kind="object">
          {plan.label}
        </li>
        {plan.parts.map(({ at, text, filter: part }) => (
          <li key={at} className="jing-chip">
            {part === undefined ? (
              text
            ) : (
              <button
                type="button"
                className="jing-chip-edit"
                aria-haspopup="dialog"
                title="修改条件"
                disabled={isBusy}
                onClick={() => setEdited(part as Condition)}
              >
                {text}
              </button>
            )}
            <button type="button" aria-label={`去掉条件：${text}`} disabled={isBusy} onClick={() => onRemove(at, text)}>
              ×
            </button>
          </li>
        ))}
        {plan.shape.map(({ text, choices }, at) => (
          <li key={text} className="jing-chip" data-kind="shape">
            <ShapeChip text={text} choices={choices} isBusy={isBusy} onChoose={(choice) => onShape(at, choice)} />
          </li>
        ))}
        <li className="jing-chip" data-kind="add">
          <button
            type="button"
            className="jing-chip-edit"
            aria-haspopup="dialog"
            disabled={isBusy}
            onClick={() => setEdited(null)}
          >
            {own.length > 0 ? '编辑全部条件' : '＋ 添加条件'}
          </button>
        </li>
      </ul>
      {plan.listHref !== undefined && (
        <PlainLink href={hashAddress(plan.listHref)} target="_blank" rel="noopener">
          在列表中打开、导出 ›
        </PlainLink>
      )}
      {edited !== undefined &&
        editFilter({
          objectApiName: plan.objectApiName,
          filter,
          at: edited ?? undefined,
          onApply: (next, words) => {
            setEdited(undefined);
            onFilter(next, words);
          },
          onClose: () => setEdited(undefined),
        })}
    </div>
  );
}

interface ShapeChipProps {
  readonly text: string;
  readonly choices: readonly string[];
  readonly isBusy: boolean;
  readonly onChoose: (choice: string) => void;
}

/** A part of the shape, which opens the others that can be in its place. */
function ShapeChip({ text, choices, isBusy, onChoose }: ShapeChipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (choices.length === 0) return text;
  return (
    <>
      <button
        type="button"
        className="jing-chip-edit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={isBusy}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text}
      </button>
      <LazyMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={choices.map((label) => ({ label, onChoose: () => onChoose(label) }))}
      />
    </>
  );
}

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { figuresFor, isSummed, type TotalsStore } from './totals-store.ts';
import { type ConditionSaid, exactLabel, FIGURE_LABELS, figureLabel } from './totals-labels.ts';

interface TotalsCellProps {
  readonly totals: TotalsStore;
  readonly field: FieldDefinition;
  readonly said: ConditionSaid;
}

/** One figure below its column; a press chooses another. Nothing below columns without figures. */
export const TotalsCell = observer(function TotalsCell({ totals, field, said }: TotalsCellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!isSummed(field) || totals.status === 'idle') return null;
  if (totals.status === 'loading') return <span className="totals-wait" role="status" aria-label="正在计算合计" />;
  const total = totals.totalOf(field.apiName);
  if (!total) return <span className="totals-quiet">—</span>;
  const figure = totals.figureOf(field);
  const words = figureLabel(field, figure, total);
  return (
    <>
      <button
        type="button"
        className="totals-cell"
        aria-haspopup="menu"
        aria-label={`${field.label}${total.left ? '口径内' : ''}${FIGURE_LABELS[figure]} ${words}`}
        title={exactLabel(field, figure, total, said)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <small>
          {total.left && '口径内'}
          {FIGURE_LABELS[figure]}
        </small>
        {words}
      </button>
      <LazyMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={figuresFor(field).map((choice) => ({
          label: FIGURE_LABELS[choice],
          isSelected: choice === figure,
          onChoose: () => totals.choose(field.apiName, choice),
        }))}
      />
    </>
  );
});

/** The first cell of the bottom row: of what the figures are, or that they could not be had. */
export const TotalsLabel = observer(function TotalsLabel({
  totals,
  isOfSelection,
}: {
  readonly totals: TotalsStore;
  readonly isOfSelection: boolean;
}) {
  if (totals.status === 'failed') {
    return (
      <span className="totals-quiet" role="status" title={totals.totals.failure?.message}>
        合计暂不可用
        <button type="button" className="totals-retry" onClick={() => void totals.retry()}>
          重试
        </button>
      </span>
    );
  }
  return <span>{isOfSelection ? '已选合计' : '合计'}</span>;
});

import { observer } from 'mobx-react-lite';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { COUNTED, countLabel } from '#client/features/records/base/count-labels.ts';
import type { RowCount } from '#client/features/records/base/row-window.ts';
import './list-tools.css';

/** What the bar needs to know of the rows picked. */
export interface Picked {
  readonly mode: 'some' | 'all';
  readonly isEmpty: boolean;
  readonly size: (total: number | undefined) => number | undefined;
  readonly all: () => void;
  readonly clear: () => void;
}

interface SelectionBarProps {
  readonly selection: Picked;
  readonly count: RowCount | undefined;
  /** The word by which the records are counted; 条 where they have none. */
  readonly measureWord?: string | undefined;
  readonly onExport: () => void;
  /** What may be done to the rows picked. */
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[];
  /** Absent where no column has figures, or they are already shown. */
  readonly onTotals: (() => void) | undefined;
}

/** How many rows are picked, and what can be done with them; nothing while none are. */
export const SelectionBar = observer(function SelectionBar({
  selection,
  count,
  measureWord = COUNTED,
  onExport,
  actions = [],
  onTotals,
}: SelectionBarProps) {
  if (selection.isEmpty) return null;
  const exact = count?.isExact === true ? count.total : undefined;
  const size = selection.size(exact);
  const all = count ? countLabel(count, measureWord) : '记录';
  return (
    <div className="selection-bar" role="region" aria-label="已选记录">
      <strong role="status">
        {size === undefined ? '已选全部符合条件的记录' : `已选 ${size.toLocaleString('zh-CN')} ${measureWord}`}
      </strong>
      {(selection.mode === 'some' || size !== exact) && (
        <PlainButton onClick={() => selection.all()}>选择全部符合条件的 {all}</PlainButton>
      )}
      {actions.map(({ label, onPress }) => (
        <PlainButton key={label} onClick={onPress}>
          {label}
        </PlainButton>
      ))}
      <PlainButton onClick={onExport}>导出所选</PlainButton>
      {onTotals && <PlainButton onClick={onTotals}>合计</PlainButton>}
      <PlainButton tone="quiet" onClick={() => selection.clear()}>
        取消选择
      </PlainButton>
    </div>
  );
});

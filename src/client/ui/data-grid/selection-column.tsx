import { observer } from 'mobx-react-lite';
import type { GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';

interface SelectionHeadProps {
  readonly selection: GridSelection;
  readonly isActive: boolean;
  readonly activeId: string;
}

/** Picks every row that matches, or lets all go: the next press on the checkbox at the top. */
export const pickAllOrNone = (selection: GridSelection): void =>
  selection.state() === 'none' ? selection.all() : selection.clear();

/** The checkbox at the top of the checkboxes: none, some or all rows are picked. */
export const SelectionHead = observer(function SelectionHead({ selection, isActive, activeId }: SelectionHeadProps) {
  const state = selection.state();
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      id={isActive ? activeId : undefined}
      className="grid-headcell grid-select"
      data-active={isActive || undefined}
      data-pick-all
    >
      <input
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        type="checkbox"
        readOnly
        tabIndex={-1}
        checked={state === 'all'}
        aria-label="选择全部"
      />
    </div>
  );
});

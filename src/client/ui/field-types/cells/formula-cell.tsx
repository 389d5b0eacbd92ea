import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { BooleanCell } from './choice-cell.tsx';
import { DateCell } from './date-cell.tsx';
import { NumberCell } from './number-cell.tsx';
import { TextCell } from './text-cell.tsx';

const RESULTS = { text: TextCell, decimal: NumberCell, boolean: BooleanCell, date: DateCell };

/** A worked-out value, as a value of its result type looks. */
export function FormulaCell(props: CellProps) {
  const Cell = RESULTS[props.field.config?.resultType ?? 'text'];
  return <Cell {...props} />;
}

import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { formatMoney } from '#shared/money/format.ts';
import { unitOf } from '#client/ui/field-types/texts/cell-texts.ts';
import { writtenNumber } from '#client/ui/field-types/texts/group-digits.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

const UNIT = { marginInlineStart: '0.25em', opacity: 0.66 };

/** A number as its notation says, right-aligned, with its unit; the whole of it on hover. */
export function NumberCell({ field, value }: CellProps) {
  if (isEmptyValue(value)) return <Empty figures />;
  const whole = writtenNumber(String(value), field);
  const shown = field.config?.notation === 'amount' ? formatMoney(String(value)) : whole;
  const unit = unitOf(field);
  return (
    <Clipped figures title={`${whole}${unit ? ` ${unit}` : ''}`}>
      {shown}
      {unit && <span style={unit === '%' ? undefined : UNIT}>{unit}</span>}
    </Clipped>
  );
}

import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { groupDigits } from '#client/ui/field-types/group-digits.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

const UNIT = { marginInlineStart: '0.25em', opacity: 0.66 };

/** A number in groups of three digits, right-aligned, with its unit. */
export function NumberCell({ field, value }: CellProps) {
  if (isEmptyValue(value)) return <Empty figures />;
  const digits = groupDigits(String(value));
  const unit = field.type === 'percent' ? '%' : field.config?.unit;
  return (
    <Clipped figures title={`${digits}${unit ? ` ${unit}` : ''}`}>
      {digits}
      {unit && <span style={field.type === 'percent' ? undefined : UNIT}>{unit}</span>}
    </Clipped>
  );
}

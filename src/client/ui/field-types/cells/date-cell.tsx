import { shownDate, shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

/** A day in the field's format, or the year or month that is known of it. */
export function DateCell({ field, value }: CellProps) {
  if (isEmptyValue(value)) return <Empty />;
  const text = shownDate(String(value), field.dateFormat);
  return <Clipped title={text}>{text}</Clipped>;
}

/** An instant in Asia/Shanghai. */
export function DateTimeCell({ field, value }: CellProps) {
  if (isEmptyValue(value)) return <Empty />;
  const text = shownMoment(String(value), field.dateFormat);
  return <Clipped title={`${text}（北京时间）`}>{text}</Clipped>;
}

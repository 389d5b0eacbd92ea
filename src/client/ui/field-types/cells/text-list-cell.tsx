import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

/** Free texts side by side. */
export function TextListCell({ value }: CellProps) {
  if (isEmptyValue(value) || !Array.isArray(value)) return <Empty />;
  const text = value.join('、');
  return <Clipped title={text}>{text}</Clipped>;
}

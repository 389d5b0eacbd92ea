import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

/** Plain text; line breaks show where the page has room for them. */
export function TextCell({ value }: CellProps) {
  if (isEmptyValue(value)) return <Empty />;
  const text = String(value);
  return <Clipped title={text}>{text}</Clipped>;
}

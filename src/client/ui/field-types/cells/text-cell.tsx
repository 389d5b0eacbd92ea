import { observer } from 'mobx-react-lite';
import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { words } from '#client/ui/field-types/texts/cell-texts.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

/** Plain text; line breaks show where the page has room for them. */
export function TextCell(props: CellProps) {
  const { field, value } = props;
  if (isEmptyValue(value)) return <Empty />;
  // A label arrives later; plain text, of which a list has thousands, follows nothing.
  if (field.config?.holds !== undefined) return <NamedText {...props} />;
  const text = String(value);
  return <Clipped title={text}>{text}</Clipped>;
}

const NamedText = observer(function NamedText({ field, value, options }: CellProps) {
  const text = words(value ?? '', field, options);
  return <Clipped title={text}>{text}</Clipped>;
});

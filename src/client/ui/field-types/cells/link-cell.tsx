import type { FieldTypeName } from '#schemas/metadata/field.ts';
import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

/** Where a text leads; undefined when it must not be a link, so that no stored text can run script. */
export function hrefOf(type: FieldTypeName, text: string): string | undefined {
  if (type === 'email') return `mailto:${text}`;
  if (type === 'phone') return `tel:${text.replace(/转.*$/, '').replace(/[^+\d]/g, '')}`;
  return /^https?:\/\//i.test(text) ? text : undefined;
}

export const shownUrl = (text: string) => text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** Web address, mail address or phone number as a link. */
export function LinkCell({ field, value }: CellProps) {
  if (isEmptyValue(value)) return <Empty />;
  const text = String(value);
  const href = hrefOf(field.type, text);
  const shown = field.type === 'url' ? shownUrl(text) : text;
  if (href === undefined) return <Clipped title={text}>{text}</Clipped>;
  return (
    <Clipped title={text}>
      <a
        className="cell-link"
        href={href}

        {...(field.type === 'url' && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {shown}
      </a>
    </Clipped>
  );
}

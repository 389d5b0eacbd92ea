import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ParsedText } from '#generators/field-types/field-type.ts';
import { useTypedText, type TypedText } from './use-typed-text.ts';

interface Parsing {
  readonly value: FieldValue;
  /** A value as it stands in the input when the person is not typing. Text that is no value stands as it is. */
  readonly show: (value: FieldValue) => string;
  /** Never called with blank text. */
  readonly read: (text: string) => ParsedText;
  readonly onChange: (value: FieldValue) => void;
  readonly onBlur: () => void;
}

/**
 * A text input for a value that is written in several ways (`1,250.5`, `3.5亿`, `2019年6月`). What can be read is handed on
 * at every key, the tidy form replaces it when the person leaves; what cannot be read is handed on as text when the person
 * leaves, so that it stays where it is and validation says what is wrong.
 */
export function useParsedText(parsing: Parsing): TypedText & { readonly leave: () => void } {
  const { value, show, read, onChange, onBlur } = parsing;
  const typed = useTypedText(show(value), (text) => {
    if (text.trim() === '') {
      onChange(undefined);
      return '';
    }
    const parsed = read(text);
    if ('value' in parsed) onChange(parsed.value);
    return show('value' in parsed ? parsed.value : value);
  });

  const leave = () => {
    const parsed: ParsedText = typed.text.trim() === '' ? { value: undefined } : read(typed.text);
    const next = 'value' in parsed ? parsed.value : typed.text.trim();
    typed.show(show(next));
    if (next !== (value ?? undefined)) onChange(next);
    onBlur();
  };
  return { ...typed, leave };
}

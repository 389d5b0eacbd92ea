import type { KeyboardEvent } from 'react';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ParsedText } from '#generators/field-types/field-type.ts';
import { useTypedText, type TypedText } from './use-typed-text.ts';

interface Parsing {
  readonly value: FieldValue;
  /** A value as the input shows it when the user is not typing. Text that is no value is shown as it is. */
  readonly show: (value: FieldValue) => string;
  /** Never called with blank text. */
  readonly read: (text: string) => ParsedText;
  readonly onChange: (value: FieldValue) => void;
  readonly onBlur: () => void;
}

interface ParsedTyping extends TypedText {
  readonly handlers: TypedText['handlers'] & { readonly onKeyDown: (event: KeyboardEvent) => void };
  readonly leave: () => void;
}

/**
 * A text input for a value that is written in several ways (`1,250.5`, `3.5亿`, `2019年6月`). What can be read is handed on
 * at every key, the tidy form replaces it when the person leaves; what cannot be read is handed on as text when the person
 * leaves or presses Enter, so that it stays where it is and validation says what is wrong: Enter often submits, and what was
 * last readable is not what the box shows.
 */
export function useParsedText(parsing: Parsing): ParsedTyping {
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

  const settle = () => {
    const parsed: ParsedText = typed.text.trim() === '' ? { value: undefined } : read(typed.text);
    const next = 'value' in parsed ? parsed.value : typed.text.trim();
    typed.show(show(next));
    if (next !== (value ?? undefined)) onChange(next);
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    // Enter that ends a composition belongs to the input method.
    if (key === 'Enter' && !nativeEvent.isComposing) settle();
  };
  const leave = () => {
    settle();
    onBlur();
  };
  return { ...typed, handlers: { ...typed.handlers, onKeyDown }, leave };
}

import { DEFAULT_MAX_LENGTH, DEFAULT_MAX_LONG_LENGTH } from '#generators/field-types/parts.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { Control, controlProps, Inside } from './control.tsx';
import { TextBox } from './text-box.tsx';
import { useTypedText } from './use-typed-text.ts';

const KEYBOARD: Partial<Record<FieldTypeName, 'url' | 'tel' | 'email'>> = { url: 'url', phone: 'tel', email: 'email' };
const HINT: Partial<Record<FieldTypeName, string>> = { url: 'https://', email: 'name@example.com' };

/** Share of the longest text from which the counter shows. */
const COUNT_FROM = 0.8;

/** Code points used and allowed, once the limit comes near. */
function Counter({ text, limit }: { readonly text: string; readonly limit: number }) {
  // No text has more code points than UTF-16 units, so most keys need no counting.
  if (text.length < limit * COUNT_FROM) return null;
  const length = [...text].length;
  if (length < limit * COUNT_FROM) return null;
  return (
    <Inside data-over={length > limit || undefined}>
      {length}/{limit}
    </Inside>
  );
}

const lineLimit = (field: FieldDefinition) => field.maxLength ?? DEFAULT_MAX_LENGTH;
const longLimit = (field: FieldDefinition) => field.maxLength ?? DEFAULT_MAX_LONG_LENGTH;

/** Typing of plain text: kept as typed, tidied (spaces, a missing https://) when the person leaves. */
function useText({ field, value, onChange, onBlur }: InputProps) {
  const current = typeof value === 'string' ? value : '';
  const typed = useTypedText(current, (text) => onChange(text === '' ? undefined : text));
  const leave = () => {
    const blank = typed.text.trim() === '';
    const tidy = blank ? { value: undefined } : fieldType(field).fromText(typed.text, field);
    if ('value' in tidy && (tidy.value ?? '') !== current) onChange(tidy.value);
    onBlur();
  };
  return { typed, leave };
}

/** One line: text, web address, phone, mail. */
export function TextInput(props: InputProps) {
  const { field } = props;
  const { typed, leave } = useText(props);
  return (
    <TextBox
      {...controlProps(props)}
      value={typed.text}
      {...typed.handlers}
      onBlur={leave}
      placeholder={field.config?.placeholder ?? HINT[field.type]}
      inputMode={KEYBOARD[field.type]}
      behind={<Counter text={typed.text} limit={lineLimit(field)} />}
    />
  );
}

/** Several lines; grows with its text up to twelve. */
export function LongTextInput(props: InputProps) {
  const { id, field, problem, disabled, required, describedBy } = props;
  const { typed, leave } = useText(props);
  return (
    <Control
      id={id}
      multiline
      minRows={3}
      maxRows={12}
      value={typed.text}
      {...typed.handlers}
      onBlur={leave}
      error={problem !== undefined}
      disabled={disabled === true}
      required={required}
      placeholder={field.config?.placeholder ?? ''}
      slotProps={{ input: { 'aria-describedby': describedBy } }}
      sx={{ alignItems: 'flex-end', padding: '0 10px' }}
      endAdornment={<Counter text={typed.text} limit={longLimit(field)} />}
    />
  );
}

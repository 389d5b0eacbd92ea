import { fieldType } from '#generators/field-types/registry.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { unitOf } from '#client/ui/field-types/texts/cell-texts.ts';
import { writtenNumber } from '#client/ui/field-types/texts/group-digits.ts';
import { controlProps, Inside } from './control.tsx';
import { FIGURES, TextBox } from './text-box.tsx';
import { useParsedText } from './use-parsed-text.ts';

/** Whole number, decimal or percent with its unit; `1,250.5` and `3.5亿` are understood. */
export function NumberInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props;
  const typed = useParsedText({
    value,
    show: (shown: FieldValue) => writtenNumber(String(shown ?? ''), field),
    read: (text) => fieldType(field).fromText(text, field),
    onChange,
    onBlur,
  });
  const unit = unitOf(field);
  return (
    <TextBox
      {...controlProps(props)}
      value={typed.text}
      {...typed.handlers}
      onBlur={typed.leave}
      placeholder={field.config?.placeholder}
      inputMode="decimal"
      style={FIGURES}
      behind={unit && <Inside>{unit}</Inside>}
    />
  );
}

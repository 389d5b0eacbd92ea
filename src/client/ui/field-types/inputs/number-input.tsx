import { fieldType } from '#generators/field-types/registry.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { unitOf } from '#client/ui/field-types/texts/cell-texts.ts';
import { writtenNumber } from '#client/ui/field-types/texts/group-digits.ts';
import { Inside } from './control.tsx';
import { FIGURES, TextBox } from './text-box.tsx';
import { useParsedText } from './use-parsed-text.ts';

/** Whole number, decimal or percent with its unit; `1,250.5` and `3.5亿` are understood. */
export function NumberInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  problem,
  disabled,
  required,
  describedBy,
}: InputProps) {
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
      id={id}
      value={typed.text}
      {...typed.handlers}
      onBlur={typed.leave}
      problem={problem}
      disabled={disabled}
      required={required}
      placeholder={field.config?.placeholder}
      aria-describedby={describedBy}
      inputMode="decimal"
      style={FIGURES}
      behind={unit && <Inside>{unit}</Inside>}
    />
  );
}

import { useId } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';

interface FieldChoiceProps {
  readonly label: string;
  readonly fields: readonly FieldDefinition[];
  /** The field that is chosen; none where a choice adds one to a list. */
  readonly value?: string;
  readonly onPick: (apiName: string) => void;
  /** An answer before the fields. Without one there is nothing to choose where there are no fields. */
  readonly first?: { readonly value: string; readonly label: string };
  readonly autoFocus?: boolean;
}

/** One of some fields, by its label. */
export function FieldChoice({ label, fields, value = '', onPick, first, autoFocus = false }: FieldChoiceProps) {
  const id = useId();
  if (!first && fields.length === 0) return null;
  return (
    <div className="meta-add">
      <label htmlFor={id}>{label}</label>
      <NativeChoice
        id={id}
        autoFocus={autoFocus}
        value={value}
        onChange={({ target }) => (first || target.value !== '') && onPick(target.value)}
      >
        <option value={first?.value ?? ''}>{first?.label ?? `选择字段（${fields.length}）`}</option>
        {fields.map((field) => (
          <option key={field.apiName} value={field.apiName}>
            {field.label}
          </option>
        ))}
      </NativeChoice>
    </div>
  );
}

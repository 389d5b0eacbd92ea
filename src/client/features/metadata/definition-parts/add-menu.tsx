import { useId } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';

interface AddMenuProps {
  readonly label: string;
  readonly fields: readonly FieldDefinition[];
  readonly onAdd: (apiName: string) => void;
}

/** Picks one of the fields that are not there yet. */
export function AddMenu({ label, fields, onAdd }: AddMenuProps) {
  const id = useId();
  if (fields.length === 0) return null;
  return (
    <div className="meta-add">
      <label htmlFor={id}>{label}</label>
      <NativeChoice id={id} value="" onChange={(event) => event.target.value !== '' && onAdd(event.target.value)}>
        <option value="">选择字段（{fields.length}）</option>
        {fields.map((field) => (
          <option key={field.apiName} value={field.apiName}>
            {field.label}
          </option>
        ))}
      </NativeChoice>
    </div>
  );
}

import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BulkHow } from '#schemas/api/bulk.ts';
import { BULK_HOWS } from '#schemas/generated/api/bulk.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { BULK_WORDS, bulkHows } from '#generators/bulk-edit.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import type { ChangeDraft } from './change-draft.ts';

interface ChangeRowProps {
  readonly draft: ChangeDraft;
  readonly object: ObjectDefinition;
  /** Fields that no other row has. */
  readonly fields: readonly FieldDefinition[];
  readonly lookups: FieldLookups;
  /** Absent where this is the only row. */
  readonly onRemove: (() => void) | undefined;
}

/** One field of a bulk edit: which, what is done to it, and its value in the input of its type. */
export const ChangeRow = observer(function ChangeRow({ draft, object, fields, lookups, onRemove }: ChangeRowProps) {
  const { field, how, form, near } = draft;
  const idPrefix = useId();
  const hows: readonly BulkHow[] = field ? bulkHows(object, field) : [];
  return (
    <div className="bulk-change" role="group" aria-label={field ? `修改${field.label}` : '选择要修改的字段'}>
      <TextField
        select
        size="small"
        label="字段"
        value={field?.apiName ?? ''}
        onChange={({ target }) => {
          const next = fields.find(({ apiName }) => apiName === target.value);
          if (next) draft.choose(next);
        }}
      >
        {fields.map(({ apiName, label }) => (
          <MenuItem key={apiName} value={apiName}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label="操作"
        value={field ? how : ''}
        disabled={!field}
        onChange={({ target }) => draft.setHow(target.value as BulkHow)}
      >
        {BULK_HOWS.filter((each) => hows.includes(each)).map((each) => (
          <MenuItem key={each} value={each}>
            {BULK_WORDS[each]}
          </MenuItem>
        ))}
      </TextField>
      {onRemove && (
        <IconButton aria-label="移除这一项" onClick={onRemove}>
          <Close fontSize="small" />
        </IconButton>
      )}
      {form && (
        <div className="bulk-change-value">
          <SchemaForm key={`${field?.apiName} ${how}`} store={form} lookups={lookups} idPrefix={idPrefix} near={near} />
        </div>
      )}
    </div>
  );
});

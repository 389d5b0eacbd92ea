import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { type FormSource, FormStore } from '#client/ui/schema-form/form-store.ts';
import { submitForm } from '#client/ui/schema-form/plain-form.ts';
import { focusProblem, SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import type { DraftValues } from './mandate-store.ts';

interface MandateDialogProps {
  /** What a mandate is made of. */
  readonly definition: ObjectDefinition;
  /** What was asked for last. */
  readonly draft: DraftValues | undefined;
  readonly setting: Pick<FormSource, 'user' | 'today' | 'rates'>;
  readonly lookups: FieldLookups;
  readonly onUse: (draft: DraftValues) => void;
  readonly onSave: (values: DraftValues) => Promise<void>;
  readonly onClose: () => void;
}

/** What an investor looks for this once, which may be kept under a name. */
export const MandateDialog = observer(function MandateDialog(props: MandateDialogProps) {
  const { definition, draft = {}, setting, lookups, onUse, onSave, onClose } = props;
  const { nameField } = definition;
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const isSaving = useRef(false);
  const [form] = useState(() => {
    const store = new FormStore({ definition: namedLast(definition), ...setting });
    for (const [field, value] of Object.entries(draft))
      if (store.shape.fields.has(field)) store.set(field, value as Parameters<typeof store.set>[1]);
    return store;
  });
  const submit = () => {
    const keeps = isSaving.current;
    isSaving.current = false;
    if (keeps && String(form.valueOf(nameField) ?? '').trim() === '') {
      form.refuse([{ field: nameField, message: '请填写名称' }]);
      focusProblem(form, near, idPrefix);
      return Promise.resolve(false);
    }
    return submitForm({ form, near, idPrefix }, async (values) => {
      if (keeps) return onSave(values);
      const { [nameField]: _name, ...asked } = values;
      return onUse(asked);
    });
  };
  return (
    <FormDialog
      title="临时条件"
      size="sm"
      hasLines
      confirm="查看匹配项目"
      actions={
        <Button
          onClick={({ currentTarget }) => {
            isSaving.current = true;
            currentTarget.form?.requestSubmit();
          }}
        >
          保存为投资需求
        </Button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>每项都可以不填。不保存时，这些条件只用于本次查看。</p>
      <SchemaForm store={form} lookups={lookups} idPrefix={idPrefix} near={near} />
    </FormDialog>
  );
});

/** The same form, with the name behind all else: only what is kept needs one. */
function namedLast(definition: ObjectDefinition): ObjectDefinition {
  const { nameField, fields, layouts } = definition;
  const sections = layouts.form.sections.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => field !== nameField),
  }));
  const name = { label: '保存（选填）', fields: [nameField], columns: 1 as const };
  return {
    ...definition,
    fields: fields.map((field) => (field.apiName === nameField ? { ...field, required: false } : field)),
    layouts: { ...layouts, form: { ...layouts.form, sections: [...sections, name] } },
  };
}

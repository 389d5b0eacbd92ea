import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { type FormSource, FormStore } from '#client/ui/schema-form/form-store.ts';
import { submitForm } from '#client/ui/schema-form/plain-form.ts';
import { focusProblem, SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import type { DraftValues } from './match-store.ts';

/** An answer is asked about once its user pauses. */
const PAUSE_MS = 400;

interface DraftDialogProps {
  /** What is asked for. */
  readonly definition: ObjectDefinition;
  /** What was asked for last. */
  readonly draft: DraftValues | undefined;
  readonly setting: Pick<FormSource, 'user' | 'today' | 'rates'>;
  readonly lookups: FieldLookups;
  /** The word on the button that shows the list. */
  readonly confirm: string;
  readonly help: string;
  /** Hears of every answer, and is what can be judged by them so far. */
  readonly onAnswer?: ((draft: DraftValues) => void) | undefined;
  readonly status?: string | undefined;
  readonly onUse: (draft: DraftValues) => void;
  /** Keeps it under a name; absent where nothing of it is kept. */
  readonly onSave?: ((values: DraftValues) => Promise<void>) | undefined;
  readonly onClose: () => void;
}

/** What a user looks for this once, which an investor may keep under a name. */
export const DraftDialog = observer(function DraftDialog(props: DraftDialogProps) {
  const { definition, draft = {}, setting, lookups, confirm, help, onAnswer, status, onUse, onSave, onClose } = props;
  const { nameField } = definition;
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const isSaving = useRef(false);
  const [form] = useState(() => {
    const store = new FormStore({ definition: onSave ? namedLast(definition) : unnamed(definition), ...setting });
    for (const [field, value] of Object.entries(draft))
      if (store.shape.fields.has(field)) store.set(field, value as Parameters<typeof store.set>[1]);
    return store;
  });
  const answers = onAnswer && form.problems.length === 0 ? JSON.stringify(form.payload()) : undefined;
  useEffect(() => {
    if (answers === undefined || !onAnswer) return undefined;
    const timer = setTimeout(() => onAnswer(JSON.parse(answers) as DraftValues), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [answers, onAnswer]);
  const submit = () => {
    const keeps = isSaving.current;
    isSaving.current = false;
    if (keeps && String(form.valueOf(nameField) ?? '').trim() === '') {
      form.refuse([{ field: nameField, message: '请填写名称' }]);
      focusProblem(form, near, idPrefix);
      return Promise.resolve(false);
    }
    return submitForm({ form, near, idPrefix }, async (values) => {
      if (keeps) return onSave?.(values);
      const { [nameField]: _name, ...asked } = values;
      return onUse(asked);
    });
  };
  return (
    <FormDialog
      title="临时条件"
      size="sm"
      hasLines
      confirm={confirm}
      actions={
        onSave && (
          <Button
            onClick={({ currentTarget }) => {
              isSaving.current = true;
              currentTarget.form?.requestSubmit();
            }}
          >
            保存为投资需求
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{help}</p>
      {onAnswer && (
        <p className="match-judged" role="status">
          {status}
        </p>
      )}
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

/** The same form without the name. */
const unnamed = (definition: ObjectDefinition): ObjectDefinition => ({
  ...definition,
  fields: definition.fields.map((field) =>
    field.apiName === definition.nameField ? { ...field, required: false } : field,
  ),
});

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { plainForm, submitForm } from '#client/ui/schema-form/plain-form.ts';
import { SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import type { Filling, ListColumnsStore } from './list-columns-store.ts';

interface FillDialogProps {
  readonly store: ListColumnsStore;
  readonly filling: Filling;
  readonly lookups: FieldLookups;
  readonly today: string;
}

/** The own columns of a list for one record, in the inputs of their types. */
export const FillDialog = observer(function FillDialog({ store, filling, lookups, today }: FillDialogProps) {
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const [form] = useState(
    () => new FormStore({ ...plainForm(filling.name, store.fields), saved: store.valuesOf(filling.id), today }),
  );
  return (
    <FormDialog
      title={filling.name}
      confirm="保存"
      onSubmit={() => submitForm({ form, near, idPrefix }, (values) => store.save(filling.id, values))}
      onClose={() => store.dismiss()}
    >
      <SchemaForm store={form} lookups={lookups} idPrefix={idPrefix} near={near} />
    </FormDialog>
  );
});

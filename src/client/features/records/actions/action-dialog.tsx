import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { focusProblem, SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import type { ActionStore, AskedAction } from './action-store.ts';

interface ActionDialogProps {
  readonly store: ActionStore;
  readonly lookups: FieldLookups;
  /** What one row is called, e.g. the number of an order. */
  readonly nameField: string;
}

/** What an action asks before it is done; nothing while none is asked for. */
export const ActionDialog = observer(function ActionDialog(props: ActionDialogProps) {
  const { asked } = props.store;
  return asked && <Asked key={`${asked.action.id}/${asked.rows[0]?.id ?? ''}`} {...props} asked={asked} />;
});

function Asked({ store, lookups, nameField, asked }: ActionDialogProps & { readonly asked: AskedAction }) {
  const { action, rows } = asked;
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const [form] = useState(
    () => action.form && new FormStore({ definition: formOf(action, action.form), user: NOBODY, today: store.today }),
  );
  const submit = async () => {
    if (form && form.judge().length > 0) {
      focusProblem(form, near, idPrefix);
      return false;
    }
    return store.run(asked, form?.payload() ?? {});
  };
  const what = rows.length === 1 ? String(rows[0]?.[nameField] ?? '') : `${rows.length} 条记录`;
  return (
    <FormDialog
      title={`${action.label} ${what}`}
      confirm={action.confirmLabel ?? action.label}
      isGrave={action.tone === 'danger'}
      {...(!form && { focus: action.tone === 'danger' ? 'cancel' : 'confirm' })}
      onSubmit={submit}
      onClose={() => store.close()}
    >
      {action.confirm !== undefined && <p>{action.confirm}</p>}
      {form && <SchemaForm store={form} lookups={lookups} idPrefix={idPrefix} near={near} />}
    </FormDialog>
  );
}

/** Forms of actions have no rules that look at who fills them. */
const NOBODY = { id: '', roles: [] };

/** The fields of an action's form as an object that a form can be made of. */
const formOf = ({ id, label }: ObjectAction, fields: NonNullable<ObjectAction['form']>): ObjectDefinition => {
  const names = fields.map(({ apiName }) => apiName);
  const [nameField = id] = names;
  return {
    apiName: 'Action',
    label,
    version: 1,
    nameField,
    fields: [...fields],
    rules: [],
    layouts: {
      list: { columns: names, filters: [], sort: [] },
      detail: { sections: [], related: [] },
      form: { sections: [{ label, fields: names, columns: 1 }] },
    },
    access: { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' },
  };
};

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { plainForm, submitForm } from '#client/ui/schema-form/plain-form.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import type { ActionStore, AskedAction } from './action-store.ts';

interface ActionDialogProps {
  readonly store: ActionStore;
  /** What one row is called, e.g. the number of an order. */
  readonly nameField: string;
}

/** What an action asks before it is done, and what it gave; nothing while none is asked for. */
export const ActionDialog = observer(function ActionDialog(props: ActionDialogProps) {
  const { store, nameField } = props;
  const { asked, shown } = store;
  if (!asked) return null;
  if (asked.action.dialog !== undefined) return store.dialog(asked);
  if (shown)
    return (
      <Shown title={titleOf(asked, nameField)} words={asked.action.done} texts={shown} onClose={() => store.close()} />
    );
  return <Asked key={asked.key} {...props} asked={asked} />;
});

/** The action, and what one row is called or how many there are. */
function titleOf({ action, rows }: AskedAction, nameField: string): string {
  if (rows.length === 0) return action.label;
  return `${action.label} ${rows.length === 1 ? String(rows[0]?.[nameField] ?? '') : `${rows.length} 条记录`}`;
}

interface ShownProps {
  readonly title: string;
  readonly words: string | undefined;
  readonly texts: readonly string[];
  readonly onClose: () => void;
}

function Shown({ title, words, texts, onClose }: ShownProps) {
  const text = texts.join('\n');
  return (
    <DialogFrame title={title} onClose={onClose}>
      {words !== undefined && <p>{words}</p>}
      <div>
        <output style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontWeight: 600 }}>{text}</output>{' '}
        <CopyButton value={text} label="" />
      </div>
    </DialogFrame>
  );
}

function Asked({ store, nameField, asked }: ActionDialogProps & { readonly asked: AskedAction }) {
  const { action } = asked;
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const [form] = useState(() => {
    const saved = action.edits ? asked.rows[0] : undefined;
    return action.form && new FormStore({ ...plainForm(action.label, action.form), saved, today: store.today });
  });
  const run = (values: Readonly<Record<string, unknown>>) => store.run(asked, values);
  const submit = () => (form ? submitForm({ form, near, idPrefix }, run) : run({}));
  return (
    <FormDialog
      title={titleOf(asked, nameField)}
      confirm={action.confirmLabel ?? action.label}
      isGrave={action.tone === 'danger'}
      {...(!form && { focus: action.tone === 'danger' ? 'cancel' : 'confirm' })}
      onSubmit={submit}
      onClose={() => store.close()}
    >
      {action.confirm !== undefined && <p>{action.confirm}</p>}
      {form && <SchemaForm store={form} lookups={store.lookups} idPrefix={idPrefix} near={near} />}
    </FormDialog>
  );
}

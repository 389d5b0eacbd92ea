import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { newDefinition } from '#client/features/metadata/draft/definition-edits.ts';
import type { PartForm } from '#client/features/metadata/definition-parts/part-form.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';
import type { MetadataSchemaStore } from '#client/features/metadata/definition-parts/metadata-schema-store.ts';
import { NO_LOOKUPS } from '#client/features/metadata/definition-parts/no-lookups.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { ObjectListStore } from './object-list-store.ts';

interface NewObjectDialogProps {
  readonly store: ObjectListStore;
  readonly schema: MetadataSchemaStore;
  readonly today: string;
  readonly onClose: () => void;
  readonly onBegun: (apiName: string) => void;
}

/** What must be known before anything else can be said of an object; the editor has the rest. */
const ASKED: ReadonlySet<string> = new Set(['apiName', 'label']);
const ELSEWHERE = ['fields', 'layouts', 'rules'];
const BLANK: DefinitionPart = {};

/** Names a new object. Nothing is saved: the editor opens with a draft. */
export const NewObjectDialog = observer(function NewObjectDialog(props: NewObjectDialogProps) {
  const { store, schema, today, onClose, onBegun } = props;
  const [definitionPart, setFragment] = useState(BLANK);
  const [form, setForm] = useState<PartForm>();
  const [refusal, setRefusal] = useState('');
  const apiName = String(definitionPart['apiName'] ?? '');
  const label = String(definitionPart['label'] ?? '');
  const problem = apiName === '' ? undefined : store.nameProblem(apiName);
  const hidden = schema.forms?.['object']?.definition.fields
    .map((field) => field.apiName)
    .filter((name) => !ASKED.has(name));
  const begin = async () => {
    if (label === '' || apiName === '') form?.store.judge();
    if (label === '' || apiName === '' || problem !== undefined) return false;
    const isBegun = store.begin(apiName, label);
    if (isBegun) onBegun(apiName);
    else setRefusal('本机无法保存草稿，不能新建');
    return isBegun;
  };
  return (
    <FormDialog title="新建对象" size="sm" confirm="下一步" onSubmit={begin} onClose={onClose}>
      <div className="meta-form">
        <PartFormView
          kind="object"
          definitionPart={definitionPart}
          onChange={setFragment}
          context={{ schema, object: newDefinition(apiName, label), hidden: hidden ?? [] }}
          leaveOut={ELSEWHERE}
          lookups={NO_LOOKUPS}
          today={today}
          onForm={setForm}
        />
      </div>
      {problem !== undefined && (
        <p role="alert" className="meta-fault">
          对象标识：{problem}
        </p>
      )}
      {refusal !== '' && (
        <p role="alert" className="meta-fault">
          {refusal}
        </p>
      )}
    </FormDialog>
  );
});

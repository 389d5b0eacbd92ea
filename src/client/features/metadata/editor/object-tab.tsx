import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { ObjectIcon } from '#client/ui/object-icon.tsx';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import type { PartForm } from '#client/features/metadata/definition-parts/part-form.ts';
import { LimitsCard } from './limits-card.tsx';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';

/** Parts of an object that have tabs of their own. */
const ELSEWHERE = ['fields', 'layouts', 'rules'];
const FIXED = ['apiName'];

/** What the object is called, its place in the navigation, and who may do what with it. */
export const ObjectTab = observer(function ObjectTab({ deps, draft }: DraftProps) {
  const { editor, schema, lookups, today } = deps;
  const [form, setForm] = useState<PartForm>();
  const { icon } = draft.current;
  const problems = editor.plan?.problems;
  // What the server says of the address while it is typed is said beside it.
  useEffect(() => {
    form?.store.refuse(problems?.filter(({ field }) => field === 'route') ?? []);
  }, [form, problems]);
  return (
    <>
      <div className="meta-form">
        <PartFormView
          kind="object"
          definitionPart={draft.current}
          onChange={(next) => draft.change(next as unknown as ObjectDefinition, 'object')}
          context={{ schema, object: draft.current, fixed: FIXED }}
          leaveOut={ELSEWHERE}
          onForm={setForm}
          tool={(apiName) => (apiName === 'icon' && icon ? <ObjectIcon icon={icon} /> : null)}
          {...{ lookups, today }}
        />
      </div>
      <LimitsCard deps={deps} draft={draft} />
    </>
  );
});

import { observer } from 'mobx-react-lite';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';

/** Parts of an object that have tabs of their own. */
const ELSEWHERE = ['fields', 'layouts', 'rules'];

/** What the object is called, its place in the navigation, and who may do what with it. */
export const ObjectTab = observer(function ObjectTab({ deps, draft }: DraftProps) {
  const { schema, lookups, today } = deps;
  return (
    <div className="meta-form">
      <PartFormView
        kind="object"
        definitionPart={draft.current}
        onChange={(next) => draft.change(next as unknown as ObjectDefinition, 'object')}
        context={{ schema, object: draft.current, fixed: ['apiName'] }}
        leaveOut={ELSEWHERE}
        {...{ lookups, today }}
      />
    </div>
  );
});

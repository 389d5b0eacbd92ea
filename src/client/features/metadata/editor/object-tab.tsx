import { observer } from 'mobx-react-lite';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { DraftProps } from './editor-parts.ts';
import { FragmentFormView } from '#client/features/metadata/fragments/fragment-form-view.tsx';

/** Parts of an object that have tabs of their own. */
const ELSEWHERE = ['fields', 'layouts', 'rules'];

/** What the object is called, where it stands, and who may do what with it. */
export const ObjectTab = observer(function ObjectTab({ parts, draft }: DraftProps) {
  const { language, lookups, today } = parts;
  return (
    <div className="meta-form">
      <FragmentFormView
        kind="object"
        fragment={draft.current}
        onChange={(next) => draft.change(next as unknown as ObjectDefinition, 'object')}
        around={{ language, object: draft.current, fixed: ['apiName'] }}
        leaveOut={ELSEWHERE}
        {...{ lookups, today }}
      />
    </div>
  );
});

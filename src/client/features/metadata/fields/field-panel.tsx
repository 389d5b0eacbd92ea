import { observer } from 'mobx-react-lite';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isNameOf, replaceField } from '#client/features/metadata/draft/definition-edits.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';

/** Parts of a field that its name, its table row or the server settle. */
const FIXED = ['apiName'];
const HIDDEN = ['removed'];

/** One field in the form of the metadata schema. Every change is in the draft at once. */
export const FieldPanel = observer(function FieldPanel({
  deps,
  draft,
  field,
}: DraftProps & { readonly field: FieldDefinition }) {
  const { editor, schema, lookups, today } = deps;
  const { current } = draft;
  const problems = editor.plan?.problems.filter((problem) => isNameOf(current, problem.field, field.apiName)) ?? [];
  return (
    <>
      {problems.map((problem) => (
        <p key={problem.message} role="alert" className="meta-fault">
          {problem.message}
        </p>
      ))}
      <PartFormView
        kind="field"
        definitionPart={field}
        onChange={(next) =>
          draft.change(
            replaceField(draft.current, field.apiName, next as unknown as FieldDefinition),
            `field-${field.apiName}`,
          )
        }
        context={{ schema, object: current, fixed: FIXED, hidden: HIDDEN }}
        {...{ lookups, today }}
      />
    </>
  );
});

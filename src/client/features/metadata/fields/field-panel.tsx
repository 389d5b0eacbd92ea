import { observer } from 'mobx-react-lite';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isNameOf, replaceField } from '#client/features/metadata/draft/definition-edits.ts';
import type { DraftProps } from '#client/features/metadata/editor/editor-parts.ts';
import { FragmentFormView } from '#client/features/metadata/fragments/fragment-form-view.tsx';

/** Parts of a field that its name, its table row or the server settle. */
const FIXED = ['apiName'];
const HIDDEN = ['removed'];

/** One field in the form of the language. Every change is in the draft at once. */
export const FieldPanel = observer(function FieldPanel({
  parts,
  draft,
  field,
}: DraftProps & { readonly field: FieldDefinition }) {
  const { editor, language, lookups, today } = parts;
  const { current } = draft;
  const problems = editor.plan?.problems.filter((problem) => isNameOf(current, problem.field, field.apiName)) ?? [];
  return (
    <>
      {problems.map((problem) => (
        <p key={problem.message} role="alert" className="meta-fault">
          {problem.message}
        </p>
      ))}
      <FragmentFormView
        kind="field"
        fragment={field}
        onChange={(next) =>
          draft.change(
            replaceField(draft.current, field.apiName, next as unknown as FieldDefinition),
            `field-${field.apiName}`,
          )
        }
        around={{ language, object: current, fixed: FIXED, hidden: HIDDEN }}
        {...{ lookups, today }}
      />
    </>
  );
});

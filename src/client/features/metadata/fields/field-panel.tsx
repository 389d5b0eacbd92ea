import { observer } from 'mobx-react-lite';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isFormula } from '#generators/field-types/registry.ts';
import { FormulaBuilder } from '#client/features/metadata/rules/formula-builder.tsx';
import { isNameOf, replaceField } from '#client/features/metadata/draft/definition-edits.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';

/** Parts of a field that its name, its table row or the server settle. */
const FIXED = ['apiName'];
const HIDDEN = ['removed', 'levels'];
const HIDDEN_OF_FORMULA = [...HIDDEN, 'configExpression'];

/** One field in the form of the metadata schema. Every change is in the draft at once. */
export const FieldPanel = observer(function FieldPanel({
  deps,
  draft,
  field,
}: DraftProps & { readonly field: FieldDefinition }) {
  const { editor, schema, lookups, today } = deps;
  const { current } = draft;
  const put = (next: FieldDefinition) =>
    draft.change(replaceField(draft.current, field.apiName, next), `field-${field.apiName}`);
  const problems = editor.plan?.problems.filter((problem) => isNameOf(current, problem.field, field.apiName)) ?? [];
  return (
    <>
      {problems.map((problem) => (
        <p key={problem.message} role="alert" className="meta-fault">
          {problem.message}
        </p>
      ))}
      {isFormula(field) && (
        <FormulaBuilder
          key={field.apiName}
          {...{ deps, draft, field }}
          object={current}
          onChange={(expression) => put({ ...field, config: { ...field.config, expression } })}
        />
      )}
      <PartFormView
        kind="field"
        definitionPart={field}
        onChange={(next) => put(next as unknown as FieldDefinition)}
        context={{ schema, object: current, fixed: FIXED, hidden: isFormula(field) ? HIDDEN_OF_FORMULA : HIDDEN }}
        {...{ lookups, today }}
      />
    </>
  );
});

import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RowLimit } from '#schemas/metadata/row-limit.ts';
import { isFile, isFormula } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import { FormulaBuilder } from '#client/features/metadata/rules/formula-builder.tsx';
import { fieldIn } from '#client/features/metadata/draft/definition-index.ts';
import { useRested } from '#client/lib/use-rested.ts';
import { isNameOf, replaceField } from '#client/features/metadata/draft/definition-edits.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { LimitList } from '#client/features/metadata/definition-parts/limit-list.tsx';
import { RenamingDialog } from './renaming-dialog.tsx';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';

/** Parts of a field that its name, its table row or the server settle. */
const FIXED = ['apiName'];
const HIDDEN = ['removed', 'levels'];
const NONE: readonly RowLimit[] = [];
/** Rest after the last change of the object before the words of limits follow, in milliseconds. */
const REST = 300;
const HIDDEN_OF_FORMULA = [...HIDDEN, 'configExpression'];

/** One field in the form of the metadata schema. Every change is in the draft at once. */
export const FieldPanel = observer(function FieldPanel({
  deps,
  draft,
  field,
}: DraftProps & { readonly field: FieldDefinition }) {
  const { editor, renaming, schema, lookups, today } = deps;
  const { current } = draft;
  const put = (next: FieldDefinition) =>
    draft.change(replaceField(draft.current, field.apiName, next), `field-${field.apiName}`);
  // A field that is not saved yet is removed and made again; those of system objects are the product's.
  const isSaved = draft.base?.fields.some(({ apiName }) => apiName === field.apiName) === true && !isSystem(current);
  const tool = useCallback(
    (part: string) =>
      part === 'apiName' && isSaved ? (
        <Button size="small" onClick={() => renaming.open(field.apiName)}>
          修改标识
        </Button>
      ) : null,
    [isSaved, renaming, field.apiName],
  );
  const limits = field.config?.limits ?? NONE;
  const rested = useRested(current, REST);
  const putLimits = useCallback(
    (next: readonly RowLimit[], key = '') => {
      const now = fieldIn(draft.current, field.apiName);
      if (!now) return;
      const { limits: _before, ...config } = now.config ?? {};
      const changed = { ...now, config: { ...config, ...(next.length > 0 && { limits: [...next] }) } };
      draft.change(replaceField(draft.current, now.apiName, changed), `field-${now.apiName}${key}`);
    },
    [draft, field.apiName],
  );
  // Names are everywhere, sealed values nowhere, and files have readers of their own.
  const mayLimit = !isSystem(current) && field.apiName !== current.nameField && !isSealed(field) && !isFile(field);
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
        {...{ lookups, today, tool }}
      />
      {renaming.from === field.apiName && <RenamingDialog deps={deps} />}
      {(mayLimit || limits.length > 0) && (
        <LimitList
          {...{ deps, limits }}
          object={rested}
          help="某些身份只在符合条件的记录上看到这个值：列表和详情中，其他记录的这一项是空的；他们不能按它筛选、排序、搜索、统计和导出，也只能修改看得到的值。没有适用的在全部记录上可见，产品人员总是可见。"
          empty="没有限定：能看到这个字段的人，在全部记录上看到它"
          onPut={putLimits}
        />
      )}
    </>
  );
});

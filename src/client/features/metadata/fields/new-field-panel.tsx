import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isFormula, isNumbered } from '#generators/field-types/registry.ts';
import { shownAtFirst } from '#shared/metadata/field-placement.ts';
import { FormulaBuilder } from '#client/features/metadata/rules/formula-builder.tsx';
import { addField, freeName, nameProblem, type Place } from '#client/features/metadata/draft/definition-edits.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import type { PartForm } from '#client/features/metadata/definition-parts/part-form.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import { valueAt } from '#client/features/metadata/definition-parts/part-choices.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';
import { suggestName } from './suggest-name.ts';

const PLACES: readonly { readonly place: Place; readonly label: string }[] = [
  { place: 'column', label: '列表' },
  { place: 'filter', label: '筛选' },
  { place: 'detail', label: '详情' },
  { place: 'form', label: '表单' },
];
const HIDDEN = ['removed', 'levels'];
const HIDDEN_OF_FORMULA = [...HIDDEN, 'configExpression'];

/**
 * What waits until a user asks for all settings: a field is made of what the language asks first, and of the groups of
 * settings that it has something of.
 */
function laterSettings(form: LanguageForm | undefined, definition: DefinitionPart): string[] {
  const isBegun = (path: readonly string[]) => path.length > 2 && valueAt(definition, path.slice(0, -1)) !== undefined;
  return (form?.parts ?? []).flatMap(({ field, path, isFirst }) =>
    field === undefined || isFirst || isBegun(path) ? [] : [field],
  );
}

/** Digits of a number before the user says how many. */
const DIGITS = 4;

/** What users look for among the types, and what is a setting of one: has the server number the records. */
const NumberedTool = observer(function NumberedTool({ form }: { readonly form: PartForm }) {
  const field = form.definitionPart as unknown as FieldDefinition;
  if (field.type === undefined || !fieldType(field).attributes.includes('autoNumber')) return null;
  return (
    <label>
      <input
        type="checkbox"
        checked={isNumbered(field)}
        onChange={({ target }) => {
          form.store.set('configAutoNumberDigits', target.checked ? DIGITS : undefined);
          if (!target.checked) form.store.set('configAutoNumberPrefix', undefined);
        }}
      />
      自动编号
    </label>
  );
});
const typeTool = (apiName: string, form: PartForm) => (apiName === 'type' ? <NumberedTool form={form} /> : null);

/** A field that is not there yet: filled in the form of the metadata schema, checked, then put into the draft. */
export const NewFieldPanel = observer(function NewFieldPanel({ deps, draft }: DraftProps) {
  const { uiState, schema, lookups, today } = deps;
  const { current } = draft;
  const { part: definitionPart, places } = uiState.newField;
  const setPart = useCallback((part: DefinitionPart) => uiState.fillIn({ part }), [uiState]);
  const [form, setForm] = useState<PartForm>();
  const suggested = useRef('');
  const filled = useRef<HTMLFormElement>(null);
  const label = String(definitionPart['label'] ?? '');
  const apiName = String(definitionPart['apiName'] ?? '');
  const field = definitionPart as unknown as FieldDefinition;
  const [isWhole, setWhole] = useState(false);
  const formOfFields = schema.forms?.['field'];
  const later = useMemo(
    () => [...HIDDEN, ...laterSettings(formOfFields, definitionPart)],
    [formOfFields, definitionPart],
  );
  const isWorkedOut = definitionPart['type'] !== undefined && isFormula(field);

  const hidden = isWorkedOut ? HIDDEN_OF_FORMULA : isWhole ? HIDDEN : later;

  // A user who asked for a field types its label next. The inputs are there once the form is.
  useEffect(() => filled.current?.querySelector('input')?.focus(), [form]);

  // The name follows the label until the person gives one.
  useEffect(() => {
    if (!form || (apiName !== '' && apiName !== suggested.current)) return undefined;
    let isAbandoned = false;
    void suggestName(label).then((name) => {
      if (isAbandoned) return;
      suggested.current = name === '' ? '' : freeName(current, name);
      form.store.set('apiName', suggested.current === '' ? undefined : suggested.current);
    });
    return () => {
      isAbandoned = true;
    };
  }, [label, form, apiName, current]);

  const problem = apiName === '' ? undefined : nameProblem(current, apiName);
  const add = () => {
    if (!form) return;
    // The form is asked and not the screen, which may be a few letters behind it.
    const added = form.definitionPart as unknown as FieldDefinition;
    const taken = added.apiName ? nameProblem(draft.current, added.apiName) : undefined;
    const problems = form.store.judge();
    if (taken !== undefined) form.store.refuse([{ field: 'apiName', message: taken }]);
    if (problems.length > 0 || taken !== undefined) return;
    draft.change(addField(draft.current, added, places));
    uiState.added(added.apiName);
  };
  return (
    <form
      ref={filled}
      className="meta-new-field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <PartFormView
        kind="field"
        definitionPart={definitionPart}
        onChange={setPart}
        context={{ schema, object: current, hidden }}
        onForm={setForm}
        tool={typeTool}
        {...{ lookups, today }}
      />
      {isWorkedOut && (
        <FormulaBuilder
          deps={deps}
          draft={draft}
          object={current}
          field={field}
          onChange={(expression) => setPart({ ...field, config: { ...field.config, expression } })}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className="meta-fault">
          字段标识：{problem}
        </p>
      )}
      {!isWhole && !isWorkedOut && (
        <Button color="inherit" onClick={() => setWhole(true)}>
          更多设置
        </Button>
      )}
      <fieldset className="meta-places">
        <legend>显示在</legend>
        {PLACES.map(({ place, label: words }) => (
          <label key={place}>
            <input
              type="checkbox"
              checked={places[place] ?? shownAtFirst(field, place)}
              onChange={(event) => uiState.fillIn({ places: { ...places, [place]: event.target.checked } })}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <div className="meta-actions">
        <Button onClick={() => uiState.shut()} color="inherit">
          取消
        </Button>
        <Button type="submit" variant="contained">
          添加到草稿
        </Button>
      </div>
    </form>
  );
});

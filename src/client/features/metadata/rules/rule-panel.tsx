import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LanguagePart } from '#schemas/api/metadata-editing.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { liveFields } from '#generators/object.ts';
import { compileRules } from '#shared/rules/rule-set.ts';
import { ruleText } from '#shared/rules/rule-words.ts';
import type { DefinitionDraft } from '#client/features/metadata/draft/draft.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import type { PartForm } from '#client/features/metadata/definition-parts/part-form.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';
import { ruleNames } from './rule-names.ts';

const NONE: readonly LanguagePart[] = [];

interface RulePanelProps extends DraftProps {
  readonly rule: Rule;
  /** Its place: an id that is half typed may be that of another rule. */
  readonly index: number;
}

/** One rule in the form of the metadata schema, with its fields to insert and what the engine says of its texts. */
export const RulePanel = observer(function RulePanel({ deps, draft, rule, index }: RulePanelProps) {
  const { editor, schema, lookups, today } = deps;
  const { current } = draft;
  const refusal = useMemo(
    () => compileRules(current).rules.find((candidate) => candidate.id === rule.id)?.refusal,
    [current, rule.id],
  );
  const expressions = schema.forms?.['rule']?.parts.filter((part) => part.control === 'cel') ?? NONE;
  const names = expressions.map((part) => part.field).join();
  const tool = useCallback(
    (apiName: string, form: PartForm, idPrefix: string) =>
      names.split(',').includes(apiName) && (
        <Palette draft={draft} onInsert={(text) => insert(form, apiName, `${idPrefix}_${apiName}`, text)} />
      ),
    [names, draft],
  );
  const [form, setForm] = useState<PartForm>();
  // The message of the engine is under the text it is about, and is gone with its cause.
  useEffect(() => {
    for (const { field, path } of expressions) {
      if (field === undefined || !form) continue;
      if (refusal && path[0] === refusal.part) form.store.refuse([{ field, message: refusal.error.placed }]);
      else form.store.refusals.delete(field);
    }
  }, [form, refusal, expressions]);
  const put = (next: DefinitionPart) => {
    const rules = draft.current.rules.map((entry, at) => (at === index ? (next as unknown as Rule) : entry));
    draft.change({ ...draft.current, rules }, `rule-${index}`);
  };
  const told = editor.plan?.problems.filter((problem) => problem.rule === rule.id) ?? [];
  const words = refusal ? undefined : ruleText(rule, ruleNames(current, lookups));
  return (
    <div className="meta-cel">
      {words !== undefined && <p className="meta-lead">{words}</p>}
      <PartFormView
        kind="rule"
        isSaid
        definitionPart={rule}
        onChange={put}
        context={{ schema, object: current }}
        tool={tool}
        onForm={setForm}
        {...{ lookups, today }}
      />
      {told.map((problem) => (
        <p key={problem.message} role="alert" className="meta-fault">
          {problem.message}
        </p>
      ))}
      {!refusal && told.length === 0 && <p className="meta-good">表达式可以使用；在“表单预览”中填写即可试用</p>}
    </div>
  );
});

interface PaletteProps {
  readonly draft: DefinitionDraft;
  readonly onInsert: (text: string) => void;
}

/** Everything that an expression may speak of, to be put where the cursor is. */
const Palette = observer(function Palette({ draft, onInsert }: PaletteProps) {
  return (
    <select
      className="meta-to"
      aria-label="插入字段"
      value=""
      onChange={(event) => event.target.value !== '' && onInsert(event.target.value)}
    >
      <option value="">插入字段…</option>
      {liveFields(draft.current).map(({ apiName, label }) => (
        <option key={apiName} value={`self.${apiName}`}>
          {label}（self.{apiName}）
        </option>
      ))}
      <option value="user.id">当前用户（user.id）</option>
      <option value="today">今天（today）</option>
    </select>
  );
});

/** Puts a text where the cursor is. */
function insert(form: PartForm, apiName: string, id: string, text: string): void {
  const area = document.getElementById(id);
  const before = String(form.store.valueOf(apiName) ?? '');
  const isText = area instanceof HTMLTextAreaElement || area instanceof HTMLInputElement;
  const start = (isText ? area.selectionStart : null) ?? before.length;
  const end = (isText ? area.selectionEnd : null) ?? before.length;
  form.store.set(apiName, `${before.slice(0, start)}${text}${before.slice(end)}`);
  requestAnimationFrame(() => {
    area?.focus();
    if (isText) area.setSelectionRange(start + text.length, start + text.length);
  });
}

import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useId, useMemo } from 'react';
import type { Rule } from '#schemas/metadata/rule.ts';
import { findField, liveFields } from '#generators/object.ts';
import { operandsOf } from '#shared/rules/blocks/operands.ts';
import { placeholderProblems } from '#shared/rules/placeholders.ts';
import { compileRules } from '#shared/rules/rule-set.ts';
import { ruleText } from '#shared/rules/rule-words.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';
import { ConditionView, ValueView } from './builder/condition-view.tsx';
import { useDraftWays, WaysProvider } from './builder/ways.ts';
import { OperandPicker } from './builder/operand-picker.tsx';
import { Folded } from '#client/features/metadata/definition-parts/folded.tsx';
import { isUnset, KIND_CHOICES, ruleNames, withKind } from './rule-names.ts';
import { resolvedDraft } from './resolved-draft.ts';
import { RuleTestList } from './rule-test-list.tsx';
import { RuleTrial } from './rule-trial.tsx';
import './rules.css';

interface RulePanelProps extends DraftProps {
  readonly rule: Rule;
  /** Its place: an id that is half typed may be that of another rule. */
  readonly index: number;
}

/** Parts of a rule that the builder shows by its own means. */
const BUILT = ['kind', 'target', 'when', 'rule', 'message'];

/** Words before the condition of a rule, by what it does. */
const RULE_LABELS: Readonly<Record<Rule['kind'], string>> = {
  assert: '应满足',
  visible: '何时显示',
  required: '何时必填',
  readonly: '何时只读',
  value: '取值为',
  options: '只能选',
};

/** One rule composed of fields: what it does, to which field, when, and what it says; with its tests and real records. */
export const RulePanel = observer(function RulePanel({ deps, draft, rule, index }: RulePanelProps) {
  const { editor, schema, lookups, today, preview, trial } = deps;
  const { current } = draft;
  const ways = useDraftWays({ deps, draft });
  const id = useId();
  // The names of options come with the preview, which follows the draft.
  const shown = preview.form?.shape.definition;
  const resolved = useMemo(() => resolvedDraft(shown, current), [shown, current]);
  const refusal = useMemo(
    () => compileRules({ ...current, rules: [rule] }).rules.find((candidate) => candidate.id === rule.id)?.refusal,
    [current, rule],
  );
  const put = (next: Rule) => {
    const rules = draft.current.rules.map((entry, at) => (at === index ? next : entry));
    draft.change({ ...draft.current, rules }, `rule-${index}`);
  };
  const said = editor.plan?.problems.filter((problem) => problem.rule === rule.id) ?? [];
  const words = refusal || isUnset(rule) ? undefined : ruleText(rule, ruleNames(current, lookups));
  const target = findField(current, rule.target);
  const problemOf = (part: 'when' | 'rule') => (refusal?.part === part ? refusal.error.placed : undefined);
  const common = { object: resolved, lookups };
  return (
    <WaysProvider value={ways}>
      <div className="meta-cel rule-builder">
        {words !== undefined && <p className="meta-lead">{words}</p>}
        <div className="rule-what">
          <div>
            <label htmlFor={`${id}-target`}>字段</label>
            <TargetPicker
              id={`${id}-target`}
              object={current}
              target={rule.target}
              onPick={(name) => put({ ...rule, target: name })}
            />
          </div>
          <div>
            <label htmlFor={`${id}-kind`}>做什么</label>
            <NativeChoice
              id={`${id}-kind`}
              value={rule.kind}
              onChange={({ currentTarget }) => put(withKind(rule, currentTarget.value as Rule['kind'], target))}
            >
              {KIND_CHOICES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeChoice>
          </div>
        </div>
        {rule.when === undefined ? (
          <Button size="small" className="rule-add-when" onClick={() => put({ ...rule, when: 'true' })}>
            添加前提条件
          </Button>
        ) : (
          <div className="rule-when">
            <ConditionView
              {...common}
              label="前提条件"
              empty="true"
              source={rule.when}
              onChange={(when) => put({ ...rule, when })}
              problem={problemOf('when')}
            />
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                const { when: _when, ...rest } = rule;
                put(rest);
              }}
            >
              移除前提条件
            </Button>
          </div>
        )}
        {(rule.kind === 'value' || rule.kind === 'options') && target ? (
          <ValueView
            key={`${rule.kind}-${rule.target}`}
            {...common}
            label={RULE_LABELS[rule.kind]}
            source={rule.rule}
            onChange={(text) => put({ ...rule, rule: text })}
            problem={problemOf('rule')}
            into={findField(resolved, rule.target) ?? target}
          />
        ) : (
          <ConditionView
            {...common}
            empty="false"
            label={RULE_LABELS[rule.kind]}
            source={rule.rule}
            onChange={(text) => put({ ...rule, rule: text })}
            problem={problemOf('rule')}
          />
        )}
        {refusal?.part === 'target' && <p className="meta-fault">{refusal.error.message}</p>}
        {(rule.kind === 'assert' || rule.kind === 'options' || rule.kind === 'required') && (
          <MessageField {...{ rule, put, object: current }} />
        )}
        {said.map((problem) => (
          <p key={problem.message} role="alert" className="meta-fault">
            {problem.message}
          </p>
        ))}
        {!refusal && said.length === 0 && <p className="meta-good">表达式可以使用；在“表单预览”中填写即可试用</p>}
        <Folded title="用真实记录试算">
          <RuleTrial
            {...{ rule, today }}
            store={trial}
            object={resolved}
            options={lookups}
            onKeep={(test) => put({ ...rule, tests: [...(rule.tests ?? []), test] })}
          />
        </Folded>
        <Folded title={`用例（${rule.tests?.length ?? 0}）`}>
          <RuleTestList
            {...{ rule, lookups, today }}
            object={resolved}
            onChange={(tests) => {
              const { tests: _tests, ...rest } = rule;
              put(tests.length === 0 ? rest : { ...rest, tests });
            }}
          />
        </Folded>
        <Folded title="更多设置">
          <PartFormView
            kind="rule"
            isSaid
            definitionPart={rule}
            onChange={(next) => put(next as unknown as Rule)}
            context={{ schema, object: current, hidden: BUILT }}
            {...{ lookups, today }}
          />
        </Folded>
      </div>
    </WaysProvider>
  );
});

interface TargetPickerProps {
  readonly id: string;
  readonly object: DraftProps['draft']['current'];
  readonly target: string;
  readonly onPick: (apiName: string) => void;
}

/** The field that the rule is about. */
function TargetPicker({ id, object, target, onPick }: TargetPickerProps) {
  const operands = operandsOf(object);
  const fields = useMemo(
    () => [...operands.values()].filter(({ isField, path }) => isField && path.startsWith('self.')),
    [operands],
  );
  return (
    <OperandPicker
      id={id}
      label="目标字段"
      isOwn
      operands={fields}
      path={`self.${target}`}
      onPick={({ path }) => onPick(path.slice('self.'.length))}
    />
  );
}

interface MessageFieldProps extends Pick<RulePanelProps, 'rule'> {
  readonly put: (rule: Rule) => void;
  readonly object: DraftProps['draft']['current'];
}

/** What the rule says, with values of the record put in by the labels of their fields. */
function MessageField({ rule, put, object }: MessageFieldProps) {
  const id = useId();
  const { message = '', ...rest } = rule;
  const say = (text: string) => put(text === '' ? rest : { ...rest, message: text });
  const wrong = placeholderProblems(message, object);
  const { fields } = object;
  const shown = useMemo(
    () => liveFields({ fields }).filter(({ label }) => placeholderProblems(`{${label}}`, { fields }).length === 0),
    [fields],
  );
  return (
    <div className="rule-part">
      <header>
        <label htmlFor={id}>提示</label>
        <select
          className="meta-to"
          aria-label="在提示中显示字段的值"
          value=""
          onChange={({ target }) => target.value !== '' && say(`${message}{${target.value}}`)}
        >
          <option value="">显示字段的值…</option>
          {shown.map(({ apiName, label }) => (
            <option key={apiName} value={label}>
              {label}
            </option>
          ))}
        </select>
      </header>
      <textarea id={id} rows={2} maxLength={500} value={message} onChange={({ target }) => say(target.value)} />
      {wrong.map((words) => (
        <p key={words} role="alert" className="meta-fault">
          {words}
        </p>
      ))}
    </div>
  );
}

import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { liveFields } from '#generators/object.ts';
import { ruleText } from '#shared/rules/rule-words.ts';
import { moved } from '#client/features/metadata/draft/definition-edits.ts';
import { brokenRules } from '#client/features/metadata/draft/definition-index.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';
import { freshRule, isUnset, ruleNames, titleIn } from './rule-names.ts';

/** Every rule in the order it is applied. */
export const RulesTab = observer(function RulesTab({ deps, draft }: DraftProps) {
  const { uiState, lookups } = deps;
  const { current } = draft;
  const broken = useMemo(() => brokenRules(current), [current]);
  const add = () => {
    const id = freeId(current.rules.map((rule) => rule.id));
    const target = liveFields(current)[0]?.apiName ?? '';
    draft.change({
      ...current,
      rules: [...current.rules, freshRule(id, target)],
    });
    uiState.select({ kind: 'rule', index: current.rules.length });
  };
  return (
    <>
      <div className="meta-bar">
        <h3>规则（{current.rules.length}）</h3>
        <span className="meta-count">按顺序执行；可在表单预览中试用</span>
        <Button variant="contained" startIcon={<Add />} onClick={add}>
          添加规则
        </Button>
      </div>
      <div className="meta-rules">
        <OrderedList
          label="规则"
          empty="还没有规则。规则可以检查、显示、必填、只读、取值或限定选项，表单、接口与导入同样执行。"
          items={current.rules.map((rule, index) => ({
            key: String(index),
            label: titleIn(rule, current),
            hint: rule.id,
            // Several rules may do the same to one field.
            said: `${titleIn(rule, current)}（${rule.id}）`,
            tools: <RuleSummary rule={rule} fields={current.fields} options={lookups} refusal={broken.get(rule)} />,
          }))}
          onMove={(from, to) => {
            draft.change({ ...current, rules: moved(current.rules, from, to) });
            uiState.shut();
          }}
          onRemove={(key) => {
            draft.change({ ...current, rules: current.rules.filter((_, index) => String(index) !== key) });
            uiState.shut();
          }}
          onOpen={(key) => uiState.select({ kind: 'rule', index: Number(key) })}
        />
      </div>
    </>
  );
});

interface RuleSummaryProps {
  readonly rule: Rule;
  readonly fields: ObjectDefinition['fields'];
  readonly options: OptionLabels;
  readonly refusal: string | undefined;
}

/** What one rule says, and whether it can be used. */
const RuleSummary = observer(function RuleSummary({ rule, fields, options, refusal }: RuleSummaryProps) {
  const text = isUnset(rule) ? '尚未设置条件' : ruleText(rule, ruleNames({ fields }, options));
  return (
    <>
      <Words text={text} source={rule.rule} />
      {refusal !== undefined && (
        <small className="meta-tag meta-bad" title={refusal}>
          有误
        </small>
      )}
    </>
  );
});

/** What a rule says; its expression shows on hover, and in its place where there are no words for it. */
const Words = ({ text, source }: { readonly text: string | undefined; readonly source: string }) =>
  text === undefined ? (
    <code title={source}>{source}</code>
  ) : (
    <span className="meta-words" title={`${text}\n${source}`}>
      {text}
    </span>
  );

function freeId(taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`rule-${number}`)) number += 1;
  return `rule-${number}`;
}

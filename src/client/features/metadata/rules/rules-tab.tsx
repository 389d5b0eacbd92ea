import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { findField, liveFields } from '#generators/object.ts';
import { compileRules } from '#shared/rules/rule-set.ts';
import { ruleText } from '#shared/rules/rule-words.ts';
import { moved } from '#client/features/metadata/draft/definition-edits.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';
import { freshRule, ruleNames } from './rule-names.ts';

/** Every rule in the order it is applied. */
export const RulesTab = observer(function RulesTab({ deps, draft }: DraftProps) {
  const { uiState, schema, lookups } = deps;
  const { current } = draft;
  const broken = useMemo(() => brokenRules(current), [current]);
  const names = ruleNames(current, lookups);
  const kinds = schema.forms?.['rule']?.definition.fields.find((field) => field.apiName === 'kind')?.selectOptions;
  const kindWord = (kind: string) => (kinds?.find((option) => option.value === kind)?.label ?? kind).split('：')[0];
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
          empty="还没有规则。规则可以校验、显示、必填、只读、取值或限定选项，表单、接口与导入同样执行。"
          items={current.rules.map((rule, index) => ({
            key: String(index),
            label: rule.id,
            hint: `${kindWord(rule.kind)} · ${findField(current, rule.target)?.label ?? rule.target}`,
            tools: (
              <>
                <Words text={ruleText(rule, names)} source={rule.rule} />
                {broken.has(rule.id) && (
                  <small className="meta-tag meta-bad" title={broken.get(rule.id)}>
                    有误
                  </small>
                )}
              </>
            ),
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

/** What a rule says; its expression shows on hover, and in its place where there are no words for it. */
const Words = ({ text, source }: { readonly text: string | undefined; readonly source: string }) =>
  text === undefined ? (
    <code title={source}>{source}</code>
  ) : (
    <span className="meta-words" title={`${text}\n${source}`}>
      {text}
    </span>
  );

/** Rules that cannot be used, with the reason that the engine gives. */
function brokenRules(object: DraftProps['draft']['current']): ReadonlyMap<string, string> {
  const refused = compileRules(object).rules.flatMap(({ id, refusal }) =>
    refusal ? [[id, refusal.error.placed] as const] : [],
  );
  return new Map(refused);
}

function freeId(taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`rule-${number}`)) number += 1;
  return `rule-${number}`;
}

import type { Rule } from '#schemas/metadata/rule.ts';

/** What a rule does to its field, in a word, in the order in which it is offered. */
export const RULE_WORDS: Readonly<Record<Rule['kind'], string>> = {
  required: '必填',
  visible: '显示',
  readonly: '只读',
  options: '限定选项',
  assert: '检查',
  value: '取值',
};

/** What a rule does and to which field, in a few words: `必填 · 城市`. */
export const ruleTitle = (
  { kind, target }: Pick<Rule, 'kind' | 'target'>,
  labelOf: (apiName: string) => string | undefined,
): string => `${RULE_WORDS[kind]} · ${labelOf(target) ?? target}`;

/** The same where several rules do the same to one field: these with their ids. */
export function ruleTitles(
  rules: readonly Rule[],
  labelOf: (apiName: string) => string | undefined,
): (rule: Rule) => string {
  const counts = Map.groupBy(rules, (rule) => ruleTitle(rule, labelOf));
  return (rule) => {
    const title = ruleTitle(rule, labelOf);
    const alike = new Set(counts.get(title)?.map(({ id }) => id));
    return alike.size > 1 ? `${title}（${rule.id}）` : title;
  };
}

import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { RULE_WORDS, ruleTitle } from '#generators/rule-title.ts';
import { fieldIn } from '#client/features/metadata/draft/definition-index.ts';
import type { RuleNames } from '#shared/rules/rule-words.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

/** What the rules of a definition speak of; the options of its fields are called as their sets say. */
export const ruleNames = (
  object: Pick<ObjectDefinition, 'fields'>,
  options: Pick<OptionLabels, 'label'>,
): RuleNames => ({
  field: (apiName) => fieldIn(object, apiName),
  // A set that is on its way has no names yet.
  option: (value, field) => options.label(field.config?.optionSet, value, field) || value,
});

const EXPLAINED: Readonly<Partial<Record<Rule['kind'], string>>> = {
  assert: '（不成立时提示）',
  value: '（写入字段）',
};

/** What a rule may do, as it is offered. */
export const KIND_CHOICES: readonly { readonly value: Rule['kind']; readonly label: string }[] = (
  Object.keys(RULE_WORDS) as Rule['kind'][]
).map((value) => ({ value, label: `${RULE_WORDS[value]}${EXPLAINED[value] ?? ''}` }));

/** What a rule of a draft does and to which field. */
export const titleIn = (rule: Rule, object: Pick<ObjectDefinition, 'fields'>): string =>
  ruleTitle(rule, (apiName) => fieldIn(object, apiName)?.label);

/** A rule before a person has said anything: it does nothing that they could miss. */
export const freshRule = (id: string, target: string): Rule => ({ id, kind: 'required', target, rule: 'false' });

/** Has no user said yet when the rule holds? */
export const isUnset = ({ kind, rule }: Rule): boolean => kind !== 'value' && rule.trim() === 'false';

const BEGINNINGS: Readonly<Partial<Record<ValueKind, string>>> = {
  integer: '0',
  decimal: '0',
  boolean: 'true',
  texts: '[]',
  links: '[]',
};

/** The same rule doing something else: what it said stays where it still means the same. */
export function withKind(rule: Rule, kind: Rule['kind'], target: FieldDefinition | undefined): Rule {
  const isValue = (one: Rule['kind']) => one === 'value' || one === 'options';
  if (!isValue(kind) && !isValue(rule.kind)) return { ...rule, kind };
  const begins =
    kind === 'options' ? '[]' : kind === 'value' && target ? (BEGINNINGS[valueKind(target)] ?? "''") : 'false';
  const { tests: _tests, ...rest } = rule;
  return { ...rest, kind, rule: begins };
}

import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { RuleContext } from '#shared/rules/frame.ts';
import { NoAnswer } from '#shared/rules/no-answer.ts';
import { RecordView } from '#shared/rules/record-view.ts';
import { type CompiledRule, compileRules } from '#shared/rules/rule-set.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { refuses } from '#shared/validation/field-judge.ts';
import { liveFields } from '#generators/object.ts';

/** Rules beside those asked about that have a say in what a record holds and shows. */
const DECIDING: ReadonlySet<string> = new Set(['visible', 'value', 'formula']);

/** The part of an object that some of its rules can be asked with: what they read, directly or over others. */
export function partFor(object: ObjectDefinition, asked: ReadonlySet<string>): ObjectDefinition {
  const { rules } = compileRules(object);
  const names = new Set(rules.filter(({ id }) => asked.has(id)).map(({ target }) => target.apiName));
  const isPart = ({ id, kind, target }: (typeof rules)[number]) =>
    names.has(target.apiName) && (asked.has(id) || DECIDING.has(kind));
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const rule of rules.filter(isPart)) for (const read of rule.reads) names.add(read);
  }
  const kept = new Set(rules.filter(isPart).map(({ id }) => id));
  const fields = liveFields(object).filter(({ apiName }) => names.has(apiName));
  return {
    ...object,
    fields,
    rules: object.rules.filter(({ id }) => kept.has(id)),
    nameField: fields[0]?.apiName ?? object.nameField,
  };
}

/** Says which of the rules asked about refuse a record, or cannot be worked out for it; `part` is what `partFor` made for them. */
export function judgeOf(
  part: ObjectDefinition,
  asked: ReadonlySet<string>,
): (values: RecordValues, context: RuleContext) => readonly string[] {
  const set = compileRules(part);
  const rules = set.rules.filter(({ id }) => asked.has(id));
  const fails = (rule: CompiledRule, view: RecordView): boolean => {
    const { target } = rule;
    const answer = view.ask(rule);
    if (answer instanceof NoAnswer) return answer.kind === 'fault' && answer.lacksRate !== true;
    if (rule.kind === 'assert') return answer === false && view.visible(target.apiName);
    if (!view.visible(target.apiName)) return false;
    const value = cleanValue(target, view.value(target.apiName));
    return rule.kind === 'required' ? answer === true && value === undefined : refuses(rule, view, value);
  };
  return (values, context) => {
    const view = new RecordView(set, values, context);
    return rules.flatMap((rule) => (fails(rule, view) ? [rule.id] : []));
  };
}

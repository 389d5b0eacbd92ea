import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule, RuleTest } from '#schemas/metadata/rule.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { RuleContext } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { RecordView } from './record-view.ts';
import { compileRules } from './rule-set.ts';

/** The day of tests that name none, so that they go on to say the same. */
const TEST_DAY = '2020-01-01';

/** What a rule says of one record: its answer, null where it does not apply, or why it failed. */
export type Outcome = { readonly answer: unknown } | { readonly failure: string };

/** A rule by itself, with the formulas that it may read, ready to be asked about one record after the other. */
export function ruleProbe(object: ObjectDefinition, rule: Rule) {
  const set = compileRules({ ...object, rules: [rule] });
  const compiled = set.rules.find(({ id, kind }) => id === rule.id && kind !== 'formula');
  return (values: RecordValues, context: RuleContext): Outcome => {
    if (!compiled) return { failure: '没有目标字段' };
    const answer = new RecordView(set, values, context).ask(compiled);
    if (!(answer instanceof NoAnswer)) return { answer };
    return answer.kind === 'absent' ? { answer: null } : { failure: answer.message };
  };
}

/** What became of one test. */
export interface Tested {
  readonly test: RuleTest;
  readonly outcome: Outcome;
  readonly passes: boolean;
}

const context = ({ old, today, roles = [] }: RuleTest): RuleContext => ({
  ...(old && { old: old as RecordValues }),
  user: { id: '', roles },
  today: today ?? TEST_DAY,
  isKept: true,
});

/** Runs the tests that are kept beside a rule. */
export function runTests(object: ObjectDefinition, rule: Rule): Tested[] {
  if (!rule.tests?.length) return [];
  const probe = ruleProbe(object, rule);
  return rule.tests.map((test) => {
    const outcome = probe(test.values as RecordValues, context(test));
    return { test, outcome, passes: 'answer' in outcome && same(outcome.answer, test.expected) };
  });
}

/** Answers are compared as they are written; the order of options does not matter. */
function same(answer: unknown, expected: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? (value as unknown[]).map(String).toSorted() : (value ?? null));
  return text(answer) === text(expected);
}

/** How an answer of a rule is called: that of a condition by what the rule does with it. */
export function outcomeWords(
  kind: Rule['kind'],
  outcome: Outcome,
  write: (value: unknown) => string = (value) => JSON.stringify(value ?? null),
): string {
  if ('failure' in outcome) return `出错：${outcome.failure}`;
  const { answer } = outcome;
  if (answer === null || answer === undefined) return '不适用';
  if (kind === 'value') return write(answer);
  if (kind === 'options') return `只能选 ${write(answer)}`;
  return ANSWERS[kind][answer === true ? 0 : 1];
}

/** What a condition that holds, and one that does not, comes to. */
export const ANSWERS: Readonly<Record<Exclude<Rule['kind'], 'value' | 'options'>, readonly [string, string]>> = {
  assert: ['通过', '不通过'],
  visible: ['显示', '不显示'],
  required: ['必填', '不必填'],
  readonly: ['只读', '可改'],
};

/** Tests of all rules that fail, for the person who saves them. */
export function testProblems(object: ObjectDefinition): { readonly rule: Rule; readonly message: string }[] {
  return object.rules.flatMap((rule) =>
    runTests(object, rule)
      .filter(({ passes }) => !passes)
      .map(({ test, outcome }) => {
        const place = test.name ?? String((rule.tests ?? []).indexOf(test) + 1);
        const wanted = outcomeWords(rule.kind, { answer: test.expected });
        return { rule, message: `用例“${place}”未通过：应为“${wanted}”，实为“${outcomeWords(rule.kind, outcome)}”` };
      }),
  );
}

/** The fields that a rule reads of the record, in the order of the definition; its tests give values of these. */
export function fieldsRead(object: ObjectDefinition, rule: Rule): readonly FieldDefinition[] {
  const set = compileRules({ ...object, rules: [rule] });
  const read = new Set(set.rules.find(({ id, kind }) => id === rule.id && kind !== 'formula')?.reads);
  for (const name of read)
    for (const { kind, reads } of set.byTarget.get(name) ?? []) {
      if (kind !== 'formula') continue;
      for (const source of reads) read.add(source);
    }
  return object.fields.filter(({ apiName }) => read.has(apiName) && set.byTarget.get(apiName)?.[0]?.kind !== 'formula');
}

import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { NoAnswer } from './no-answer.ts';
import { RecordView } from './record-view.ts';
import { toWire } from './result.ts';
import { compileRules } from './rule-set.ts';

/** An object with a field that is being written, in the place of the one of that name or behind the others. */
export function withFormula(object: ObjectDefinition, field: FieldDefinition): ObjectDefinition {
  const isThere = object.fields.some(({ apiName }) => apiName === field.apiName);
  const fields = isThere
    ? object.fields.map((other) => (other.apiName === field.apiName ? field : other))
    : [...object.fields, field];
  return { ...object, fields };
}

/** What a formula comes to for one record; undefined where what it needs is empty. */
export type FormulaOutcome = { readonly answer: FieldValue } | { readonly failure: string };

export interface FormulaProbe {
  /** What is wrong with its text, with the place. */
  readonly refusal: string | undefined;
  /** The fields of the record that it reads, in the order of the definition. */
  readonly reads: readonly FieldDefinition[];
  readonly ask: (values: RecordValues, today: string) => FormulaOutcome;
}

/** A formula ready to be asked about one record after the other, while it is written. */
export function formulaProbe(object: ObjectDefinition, apiName: string): FormulaProbe {
  const set = compileRules({ ...object, rules: [] });
  const rule = set.rules.find(({ target }) => target.apiName === apiName);
  return {
    refusal: rule?.refusal?.error.placed,
    reads: object.fields.filter((field) => rule?.reads.has(field.apiName)),
    ask: (values, today) => {
      if (!rule) return { failure: '没有公式' };
      const view = new RecordView(set, values, { user: { id: '', roles: [] }, today, isKept: true });
      const answer = view.ask(rule);
      const wire = answer instanceof NoAnswer ? answer : toWire(rule.target, answer);
      if (!(wire instanceof NoAnswer)) return { answer: wire };
      return wire.kind === 'absent' ? { answer: undefined } : { failure: wire.message };
    },
  };
}

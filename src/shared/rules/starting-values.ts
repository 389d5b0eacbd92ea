import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { liveFields } from '#generators/object.ts';
import type { RuleContext } from './frame.ts';
import { RecordView } from './record-view.ts';
import { compileRules, type RuleSet } from './rule-set.ts';

/** What the rule is called that does the work of the formula of a field. */
export const startingRule = (apiName: string): string => `default-${apiName}`;

/** Fields that begin with a formula. */
const startingFields = (object: ObjectDefinition) =>
  liveFields(object).filter(({ config }) => config?.defaultFormula !== undefined);

/** The object with a value rule for each field that begins with a formula, beside the values that rules work out anyway. */
export function startingObject(object: ObjectDefinition): ObjectDefinition {
  const starts = startingFields(object).map(({ apiName, config }) => ({
    id: startingRule(apiName),
    kind: 'value' as const,
    target: apiName,
    rule: config?.defaultFormula ?? '',
  }));
  return { ...object, rules: [...object.rules.filter(({ kind }) => kind === 'value'), ...starts] };
}

/** What a new record begins with by the formulas of its fields. */
export interface StartingValues {
  readonly names: ReadonlySet<string>;
  /** The values of fields that were not given, one entry for each; undefined where a formula has no answer yet. */
  readonly of: (values: RecordValues, given: (apiName: string) => boolean, context: RuleContext) => RecordValues;
}

export function startingValues(object: ObjectDefinition): StartingValues {
  const names = new Set(startingFields(object).map(({ apiName }) => apiName));
  let set: RuleSet | undefined;
  return {
    names,
    of(values, given, context) {
      const open = [...names].filter((apiName) => !given(apiName));
      if (open.length === 0) return {};
      set ??= compileRules(startingObject(object));
      const derived = new Set([...set.derived].filter((apiName) => !names.has(apiName) || !given(apiName)));
      const kept = Object.entries(values).filter(([apiName]) => !open.includes(apiName));
      const view = new RecordView({ ...set, derived }, Object.fromEntries(kept), context);
      return Object.fromEntries(open.map((apiName) => [apiName, view.value(apiName)]));
    },
  };
}

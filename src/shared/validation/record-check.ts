import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { liveFields } from '#generators/object.ts';
import type { Problem } from '#shared/errors.ts';
import type { RuleContext } from '#shared/rules/frame.ts';
import { affectedBy } from '#shared/rules/affected.ts';
import { type FieldState, RecordView } from '#shared/rules/record-view.ts';
import { compileRules } from '#shared/rules/rule-set.ts';
import { startingValues, type StartingValues } from '#shared/rules/starting-values.ts';
import { changeOf } from './change.ts';
import { cleanRecord, cleanValue } from './clean.ts';
import { type Case, fieldJudges } from './field-judge.ts';

export type { RuleContext } from '#shared/rules/frame.ts';
export type { FieldState } from '#shared/rules/record-view.ts';

/** A record as it would be stored, and its problems. */
export interface CheckedRecord {
  readonly values: RecordValues;
  readonly problems: Problem[];
  readonly touches: (apiName: string) => boolean;
}

/** All that is allowed of one object's records, at one version: the same for the form, the API and the import. */
export interface ObjectCheck {
  readonly object: ObjectDefinition;
  /** What was sent, without blanks; keys that name no field are refused by name. Call before `check`. */
  readonly clean: (input: unknown) => { values: RecordValues; problems: Problem[] };
  /** What fields begin with by a formula, as long as they are not given. */
  readonly starts: StartingValues;
  /** Values that a new record starts with. */
  readonly initial: (context: RuleContext) => RecordValues;
  /**
   * Works out formulas and value rules, puts hidden fields back to what they were, and judges the result. `problems`
   * are in the order of the fields. `values` is what may be saved when there are none. Of a record that is kept already
   * (`context.old`) only what the save touches is judged, and the rules that read it; `touches` says what that is.
   */
  readonly check: (values: RecordValues, context: RuleContext) => CheckedRecord;
  /** What rules make of one field now. */
  readonly fieldState: (apiName: string, values: RecordValues, context: RuleContext) => FieldState;
  /** The first thing wrong with one field while it is being filled; undefined when nothing is. */
  readonly fieldProblem: (apiName: string, values: RecordValues, context: RuleContext) => string | undefined;
  /** A field as the save would keep it: worked out by its rule, put back when hidden, else as given. */
  readonly fieldValue: (apiName: string, values: RecordValues, context: RuleContext) => FieldValue;
  /** Fields whose state, problem or value can change when this field changes; without the field itself unless a rule ties them. */
  readonly rulesReading: (apiName: string) => ReadonlySet<string>;
}

const ABSENT_STATE: FieldState = { visible: false, required: false, readonly: true };

/** Compiles an object once per version. Never throws: a rule that may not be used shows as a problem with its id. */
export function compileObject(object: ObjectDefinition): ObjectCheck {
  const fields = liveFields(object);
  const rules = compileRules(object);
  const starts = startingValues(object);
  const judges = fieldJudges(fields);
  let affected: ReturnType<typeof affectedBy> | undefined;
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  const view = (values: RecordValues, context: RuleContext) => new RecordView(rules, values, context);

  function caseOf(values: RecordValues, context: RuleContext, moment: Case['moment']): Case {
    const seen = view(values, context);
    const start = () => starts.of(values, (apiName) => !starts.names.has(apiName), context);
    return { values, view: seen, context, moment, change: changeOf(byName, seen, context.old), start };
  }

  /** The record as it would be kept. */
  function settled(seen: RecordView): RecordValues {
    const kept: Record<string, FieldValue> = {};
    for (const { apiName } of fields) {
      const value = seen.value(apiName);
      if (value !== undefined) kept[apiName] = value;
    }
    return kept;
  }

  return {
    object,
    starts,
    clean: (input) => cleanRecord(object, input),
    initial(context) {
      const defaults = fields.map((field) => [field.apiName, cleanValue(field, field.config?.default)] as const);
      const fixed = Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
      return settled(view({ ...fixed, ...starts.of(fixed, () => false, context) }, context));
    },
    check(values, context) {
      const given = caseOf(values, context, 'submit');
      const problems = [...judges.values()].flatMap((judge) => judge.problems(given));
      return { values: settled(given.view), problems, touches: given.change.touches };
    },
    fieldState(apiName, values, context) {
      const field = judges.get(apiName)?.field;
      return field ? view(values, context).state(field) : ABSENT_STATE;
    },
    fieldProblem(apiName, values, context) {
      return judges.get(apiName)?.problems(caseOf(values, context, 'change'))[0]?.message;
    },
    fieldValue: (apiName, values, context) => (judges.has(apiName) ? view(values, context).value(apiName) : undefined),
    rulesReading: (apiName) => (affected ??= affectedBy(rules))(apiName),
  };
}

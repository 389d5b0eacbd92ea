import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isComputed, isFromOthers } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { readersOf } from '#generators/readers.ts';
import type { Problem } from '#shared/errors.ts';
import type { RuleContext } from '#shared/rules/frame.ts';
import { NoAnswer } from '#shared/rules/no-answer.ts';
import type { RecordView } from '#shared/rules/record-view.ts';
import type { CompiledRule } from '#shared/rules/rule-set.ts';
import type { Change } from './change.ts';
import { cleanValue } from './clean.ts';
import { READONLY_MESSAGE, REQUIRED_MESSAGE } from './messages.ts';
import { sameValue } from './same-value.ts';
import { valueCheck } from './value-check.ts';

/** One record under judgement: as sent, as its rules see it, and what is known beside it. */
export interface Case {
  readonly values: RecordValues;
  readonly view: RecordView;
  readonly context: RuleContext;
  readonly change: Change;
  /** When the question is asked; a rule may speak only at one of the two. */
  readonly moment: 'change' | 'submit';
  /** What fields of a new record begin with by their formulas. */
  readonly start: () => RecordValues;
}

/** Judges one field of a record. */
export interface FieldJudge {
  readonly field: FieldDefinition;
  /** What is wrong with the value by itself, required-ness included; nothing where the save leaves it as it was. */
  readonly structure: (given: Case) => Problem | undefined;
  /** Everything wrong with the field: its structure, or else what its rules say. Nothing for a hidden field but faults of its rules. */
  readonly problems: (given: Case) => Problem[];
}

/** The message of a rule with the values of the record that it shows. */
const said = ({ message }: CompiledRule, view: RecordView): string | undefined =>
  message?.say((apiName) => view.value(apiName));

/** Does an assertion not hold, or does a rule that narrows the options leave out what is chosen? */
export function refuses(rule: CompiledRule, view: RecordView, value: FieldValue): boolean {
  if (rule.kind === 'assert') return view.ask(rule) === false;
  if (rule.kind !== 'options' || value === undefined) return false;
  const allowed = view.ask(rule);
  if (allowed instanceof NoAnswer) return false;
  const chosen = Array.isArray(value) ? value : [value];
  return !chosen.every((entry) => (allowed as readonly unknown[]).includes(entry));
}

/** A judge for each field of the list, by apiName. */
export function fieldJudges(fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldJudge> {
  const judges = new Map<string, FieldJudge>();
  for (const field of fields) judges.set(field.apiName, fieldJudge(field, judges));
  return judges;
}

function fieldJudge(field: FieldDefinition, judges: ReadonlyMap<string, FieldJudge>): FieldJudge {
  const { apiName } = field;
  const check = valueCheck(field);
  const isCounted = isFromOthers(field);

  const problem = (message: string): Problem => ({ field: apiName, message });

  function wrongByItself({ view, context }: Case): Problem | undefined {
    // What is worked out of other records is no matter of this save.
    if (isCounted || !view.visible(apiName)) return undefined;
    const value = cleanValue(field, view.value(apiName));
    if (value === undefined) return missing(view);
    const message = check(value, context.old?.[apiName]);
    return message === undefined ? undefined : problem(message);
  }

  function missing(view: RecordView): Problem | undefined {
    const by = view.requiredBy(field);
    if (by === undefined) return undefined;
    return by === 'definition'
      ? problem(REQUIRED_MESSAGE)
      : { ...problem(said(by, view) ?? REQUIRED_MESSAGE), rule: by.id };
  }

  /**
   * A value that was kept before it became wrong, as when its field was made required, is no reason to refuse a save that
   * leaves it alone. One that a rule asks for or shows because of this save is.
   */
  function structure(given: Case): Problem | undefined {
    const wrong = wrongByItself(given);
    if (!wrong || given.change.touches(apiName)) return wrong;
    const isAskedFor = given.view
      .rulesOf(apiName)
      .some((rule) => (rule.kind === 'required' || rule.kind === 'visible') && given.change.concerns(rule));
    return isAskedFor ? wrong : undefined;
  }

  /**
   * A rule is not to blame for failing where what it reads blocks the save already: values that are wrong by themselves,
   * and formulas that fail in the same way.
   */
  const blameless = (rule: CompiledRule, answer: NoAnswer, given: Case): boolean =>
    [...rule.reads].some((read) => {
      if (judges.get(read)?.structure(given) !== undefined) return true;
      return !answer.lacksRate && given.view.failure(read) === answer && given.change.touches(read);
    });

  /** A message with a value in it is not for people who may not read the field. */
  const tellsClosedValue = (rule: CompiledRule): boolean =>
    [...rule.reads, ...rule.readsOfOld].some((read) => {
      const field = judges.get(read)?.field;
      return field !== undefined && (readersOf(field) !== undefined || isSealed(field));
    });

  function faults(given: Case): Problem[] {
    return given.view.rulesOf(apiName).flatMap((rule) => {
      if (!given.change.concerns(rule)) return [];
      const answer = given.view.ask(rule);
      if (!(answer instanceof NoAnswer) || answer.kind !== 'fault' || blameless(rule, answer, given)) return [];
      if (rule.kind === 'formula' && answer.lacksRate) return [];
      const reason = tellsClosedValue(rule) ? '' : `：${answer.message}`;
      return [{ ...problem(`规则“${rule.id}”无法计算${reason}`), rule: rule.id }];
    });
  }

  function judgeRules(given: Case): Problem[] {
    const value = cleanValue(field, given.view.value(apiName));
    return given.view.rulesOf(apiName).flatMap((rule) => {
      if (!rule.on.includes(given.moment) && given.moment === 'change') return [];
      if (!given.change.concerns(rule)) return [];
      const message = refusal(rule, given, value);
      return message === undefined ? [] : [{ ...problem(message), rule: rule.id }];
    });
  }

  function refusal(rule: CompiledRule, { view }: Case, value: FieldValue): string | undefined {
    if (!refuses(rule, view, value)) return undefined;
    const words = rule.kind === 'assert' ? `不符合规则“${rule.id}”` : `“${field.label}”不能选择此项`;
    return said(rule, view) ?? words;
  }

  function locked({ values, view, context, start }: Case): Problem[] {
    if (isComputed(field) || !view.locked(apiName) || view.decided(apiName)) return [];
    const begun = () => (field.config?.defaultFormula === undefined ? field.config?.default : start()[apiName]);
    const before = cleanValue(field, context.old ? context.old[apiName] : begun());
    return sameValue(cleanValue(field, values[apiName]), before) ? [] : [problem(READONLY_MESSAGE)];
  }

  function problems(given: Case): Problem[] {
    if (given.view.rulesOf(apiName).length === 0) {
      const wrong = structure(given);
      return wrong ? [wrong] : [];
    }
    const failed = faults(given);
    if (failed.length > 0 || !given.view.visible(apiName)) return failed;
    const wrong = structure(given);
    return wrong ? [wrong] : [...locked(given), ...judgeRules(given)];
  }

  return { field, structure, problems };
}

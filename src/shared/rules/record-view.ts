import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isAutomatic, isComputed } from '#generators/field-types/registry.ts';
import type { Frame, RuleContext } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { toWire } from './result.ts';
import type { CompiledRule, RuleSet } from './rule-set.ts';

const NO_RULES: readonly CompiledRule[] = [];

/** Is the answer of the rule a value of its target? */
const givesValue = ({ kind }: CompiledRule): boolean => kind === 'value' || kind === 'formula';

/** What rules make of a field. */
export interface FieldState {
  readonly visible: boolean;
  readonly required: boolean;
  readonly readonly: boolean;
  /** The only values allowed; absent when no rule narrows them. */
  readonly options?: readonly string[];
}

/**
 * A record as its rules see it: formulas and value rules worked out, hidden fields as they were before. Each field is
 * worked out when it is first asked for and only then, so a view made for one field costs what that field depends on.
 * Where rules depend on each other in a ring, which `checkRules` refuses, a field on the way counts as it was sent.
 */
export class RecordView {
  readonly #set: RuleSet;
  readonly #values: RecordValues;
  readonly #context: RuleContext;
  readonly #derived = new Map<string, FieldValue>();
  readonly #failures = new Map<string, NoAnswer>();
  readonly #underway = new Set<string>();
  readonly #frames: Frame[] = [];

  constructor(set: RuleSet, values: RecordValues, context: RuleContext) {
    this.#set = set;
    this.#values = values;
    this.#context = context;
  }

  /** The value of a field: wire value, or undefined. */
  value(apiName: string): FieldValue {
    if (!this.#set.derived.has(apiName)) return this.#values[apiName] ?? undefined;
    if (this.#derived.has(apiName)) return this.#derived.get(apiName);
    if (this.#underway.has(apiName)) return this.#values[apiName] ?? undefined;
    this.#underway.add(apiName);
    const value = this.#derive(apiName);
    this.#underway.delete(apiName);
    this.#derived.set(apiName, value);
    return value;
  }

  #derive(apiName: string): FieldValue {
    const rules = this.rulesOf(apiName);
    const computed = rules[0] !== undefined && isComputed(rules[0].target);
    const [sent, before] = [this.#values[apiName] ?? undefined, this.#context.old?.[apiName] ?? undefined];
    // Shown or hidden, a field without a value has none where no rule gives it one.
    if (sent === undefined && before === undefined && !rules.some(givesValue)) return undefined;
    if (!computed && !this.visible(apiName)) return before;
    const given = this.#given(apiName);
    if (given !== undefined) return given.value;
    return computed ? undefined : sent;
  }

  /** The answer of the first formula or value rule that has one. */
  #given(apiName: string): { value: FieldValue } | undefined {
    for (const rule of this.rulesOf(apiName)) {
      if (!givesValue(rule)) continue;
      const answer = this.ask(rule);
      if (!(answer instanceof NoAnswer)) return { value: answer as FieldValue };
      if (answer.kind === 'fault' && rule.kind === 'formula') this.#failures.set(apiName, answer);
    }
    return undefined;
  }

  /** Why a formula has no value although all it reads is there. */
  failure(apiName: string): NoAnswer | undefined {
    this.value(apiName);
    return this.#failures.get(apiName);
  }

  rulesOf(apiName: string): readonly CompiledRule[] {
    return this.#set.byTarget.get(apiName) ?? NO_RULES;
  }

  /** The answer of a rule; for value rules and formulas already the wire value of the target. */
  ask(rule: CompiledRule): unknown {
    const frame = this.#frames.pop() ?? {
      self: (apiName: string) => this.value(apiName),
      failed: (apiName: string) => this.#failures.get(apiName),
      values: this.#values,
      context: this.#context,
      variables: [],
      steps: 0,
    };
    const answer = rule.ask(frame);
    this.#frames.push(frame);
    if (answer instanceof NoAnswer || !givesValue(rule)) return answer;
    return toWire(rule.target, answer);
  }

  /** False when a rule in force says so or cannot yet say yes: what is shown on a condition waits for it to hold. */
  visible(apiName: string): boolean {
    return this.rulesOf(apiName).every((rule) => rule.kind !== 'visible' || this.#shows(rule));
  }

  #shows(rule: CompiledRule): boolean {
    const answer = this.ask(rule);
    return answer instanceof NoAnswer ? answer.kind === 'fault' || answer.notInForce : answer === true;
  }

  /**
   * What requires a value: the definition, or the first rule that says so. Nothing requires one of a hidden field or
   * one that the server sets.
   */
  requiredBy(field: FieldDefinition): 'definition' | CompiledRule | undefined {
    if (isAutomatic(field) || !this.visible(field.apiName)) return undefined;
    if (field.required === true) return 'definition';
    return this.rulesOf(field.apiName).find((rule) => rule.kind === 'required' && this.ask(rule) === true);
  }

  /** True when a `readonly` rule locks the field. */
  locked(apiName: string): boolean {
    return this.rulesOf(apiName).some((rule) => rule.kind === 'readonly' && this.ask(rule) === true);
  }

  /** True when a formula or a value rule decides the field now. */
  decided(apiName: string): boolean {
    return this.#given(apiName) !== undefined;
  }

  /** Values that every `options` rule in force allows; undefined when none narrows them. */
  options(apiName: string): readonly string[] | undefined {
    let allowed: readonly string[] | undefined;
    for (const rule of this.rulesOf(apiName)) {
      if (rule.kind !== 'options') continue;
      const answer = this.ask(rule);
      if (answer instanceof NoAnswer) continue;
      const list = answer as readonly string[];
      allowed = allowed ? allowed.filter((value) => list.includes(value)) : list;
    }
    return allowed;
  }

  /** All that rules make of a field. */
  state(field: FieldDefinition): FieldState {
    const { apiName } = field;
    const options = this.options(apiName);
    return {
      visible: this.visible(apiName),
      required: this.requiredBy(field) !== undefined,
      readonly: isAutomatic(field) || this.locked(apiName) || this.decided(apiName),
      ...(options && { options }),
    };
  }
}

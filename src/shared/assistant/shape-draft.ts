import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isList, valueType } from '#generators/field-types/registry.ts';
import type { Binding } from './binding.ts';
import { isChange, isDate, isNumeric, unitOf } from './field-facts.ts';
import type { Having, Measure, Plan, PlanOrder } from './plan.ts';
import { fieldsOf, isWord, type Token, type TokenOf, type Tokens } from './tokens.ts';
import type { AskableObject } from './vocabulary.ts';

export const isMeasured = (field: FieldDefinition): boolean => isNumeric(field) || isDate(field);
/** Shares and growth are no parts of a whole: added up they say nothing. */
export const added = (field: FieldDefinition): 'avg' | 'sum' =>
  valueType(field).share || unitOf(field) === '%' || (isChange(field) && !/[额量数]$/u.test(field.label))
    ? 'avg'
    : 'sum';
/** Numbers of which all records have one, so that there is no need to count kinds of them. */
export const isKind = (field: FieldDefinition): boolean => !isNumeric(field) && !isDate(field) && !isList(field);

/** The fields that users meet first in the list. */
export function foremostListed(object: AskableObject, fields: readonly FieldDefinition[]): FieldDefinition[] {
  return object.listed.flatMap((apiName) => fields.find((field) => field.apiName === apiName) ?? []).slice(0, 1);
}

/** What is known of the records when their shape is looked for. */
export type Said = Pick<Binding, 'isOne' | 'several' | 'branch' | 'period'>;

/** What was found so far of what a question wants to see: which fields, put together how, in which order, how many. */
export class ShapeDraft {
  readonly tokens: Tokens;
  readonly object: AskableObject;
  /** The question names its record. */
  readonly isOne: boolean;
  /** Several values of this field are named. */
  readonly several: FieldDefinition | undefined;
  /** One branch of this tree is named. */
  readonly branch: FieldDefinition | undefined;
  /** The period that the question is about, by its date. */
  readonly period: Said['period'];
  readonly assumptions: string[] = [];
  readonly measures: Measure[] = [];
  group: Plan['group'];
  having: Having | undefined;
  limit: number | undefined;
  readonly sort: PlanOrder[] = [];

  constructor(tokens: Tokens, object: AskableObject, { isOne, several, branch, period }: Said) {
    this.tokens = tokens;
    this.object = object;
    this.isOne = isOne;
    this.several = several;
    this.branch = branch;
    this.period = period;
  }

  free(token: Token | undefined, fits: (field: FieldDefinition) => boolean): FieldDefinition | undefined {
    return token?.kind === 'field' && !token.used ? fieldsOf(token, fits)[0] : undefined;
  }

  /** The field beside a part to one side, and those that 和 joins to it. */
  takeAll(
    token: Token,
    fits: (field: FieldDefinition) => boolean,
    steps: readonly (1 | -1)[] = [1, -1],
  ): FieldDefinition[] {
    for (const step of steps) {
      const found: FieldDefinition[] = [];
      for (let beside = this.tokens.beside(token, step); beside;) {
        const field = this.free(beside, fits);
        if (!field) break;
        beside.used = true;
        found.push(field);
        const between: Token | undefined = this.tokens.beside(beside, step);
        beside = isWord(between, 'and') ? this.tokens.beside(between, step) : undefined;
      }
      if (found.length > 0) return step === -1 ? found.toReversed() : found;
    }
    return [];
  }

  take(token: Token, fits: (field: FieldDefinition) => boolean, steps: readonly (1 | -1)[] = [1, -1]) {
    for (const step of steps) {
      const beside = this.tokens.beside(token, step);
      const field = this.free(beside, fits);
      if (beside && field) {
        beside.used = true;
        return field;
      }
    }
    return undefined;
  }

  measure(measure: Measure): number {
    const at = this.measures.findIndex(({ fn, field }) => fn === measure.fn && field === measure.field);
    return at >= 0 ? at : this.measures.push(measure) - 1;
  }

  orderBy(field: FieldDefinition, order: 'asc' | 'desc'): void {
    if (!this.group || this.group.by === field.apiName) this.sort.push({ field: field.apiName, order });
    else this.sort.push({ measure: this.measure({ fn: added(field), field: field.apiName }), order });
  }

  groupBy(token: Token, target: TokenOf<'field'>): void {
    const [field] = fieldsOf(target);
    if (!field || this.group) return;
    token.used = true;
    target.used = true;
    this.group = {
      by: field.apiName,
      ...(isDate(field) && { unit: 'year' as PeriodUnit }),
      ...this.#levelOf(target, field),
    };
  }

  #levelOf({ level }: TokenOf<'field'>, field: FieldDefinition): { readonly level?: number; readonly called?: string } {
    const called = level?.names[0];
    return level && called !== undefined ? { level: level.depth, called } : this.takeLevel(field);
  }

  /** 细分 and 二级 of a tree: how far down the groups are. Below a branch that is named, 细分 is what is right below it. */
  takeLevel(field: FieldDefinition): { readonly level?: number } {
    const [word] = valueType(field).options === 'tree' ? this.tokens.words('level') : [];
    if (!word) return {};
    word.used = true;
    const place = '一二三四'.indexOf(word.span.text.charAt(0));
    if (place >= 0) return { level: place + 1 };
    if (word.span.text.startsWith('大')) return { level: 1 };
    return this.branch === field ? {} : { level: 2 };
  }

  isOrdered(field: Token): boolean {
    return isWord(this.tokens.beside(field, 1), 'descending', 'ascending', 'ordered');
  }
}

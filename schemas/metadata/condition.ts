import { Type, type Static } from 'typebox';

/** Operators of the one condition language. What each field type offers is said by its generator file. */
export const OPERATORS = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'notBetween',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'in',
  'notIn',
  'containsAny',
  'containsAll',
  'containsNone',
  'under',
  'empty',
  'notEmpty',
  'on',
  'before',
  'after',
  'notBefore',
  'notAfter',
  'thisWeek',
  'thisMonth',
  'thisQuarter',
  'thisYear',
  'lastWeek',
  'lastMonth',
  'lastQuarter',
  'lastYear',
  'lastDays',
  'nextDays',
  'lastMonths',
  'lastYears',
  'sinceLastLook',
  'currencyIs',
  'bandIs',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** One comparison. `value` is what the operator needs: nothing, one value, a list, or [from, to] with null for an open end. */
export interface Comparison {
  readonly field: string;
  readonly op: Operator;
  readonly value?: unknown;
  /**
   * Of an amount that is compared by number: amounts of which only a band is known meet it where they may, and not only
   * where they surely do.
   */
  readonly possibly?: true;
}

/**
 * Records of another object point at this one: at least `atLeast` of them, 1 when absent, and of those that meet `filter`
 * when there is one. `fields` are references of that object to this one; a record that points by several counts once.
 */
export interface Existence {
  readonly exists: {
    readonly objectApiName: string;
    readonly fields: readonly string[];
    readonly filter?: Condition;
    readonly atLeast?: number;
  };
}

/** The record is on a list of records that a user keeps: of these the id. Decided by the server alone, for who may read the list. */
export interface Listing {
  readonly inList: string;
}

/**
 * There is a note on the record: one that the user wrote, with `isOwn`, or else one that they may read; with `contains`,
 * one whose text holds these words. Decided by the server alone, by what the user reads then.
 */
export interface Noted {
  readonly noted: { readonly isOwn?: true; readonly contains?: string };
}

/** Characters that a condition looks for in notes. */
export const MAX_NOTED = 100;

/**
 * A condition tree, at most MAX_CONDITION_DEPTH deep and MAX_CONDITION_NODES large, with MAX_EXISTENCES that lie at most
 * MAX_EXISTENCE_DEPTH within one another.
 */
export type Condition =
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition }
  | Existence
  | Listing
  | Noted
  | Comparison;

export const MAX_CONDITION_DEPTH = 8;
export const MAX_CONDITION_NODES = 100;
/** Each looks through another table. */
export const MAX_EXISTENCES = 4;
export const MAX_EXISTENCE_DEPTH = 2;
export const MAX_AT_LEAST = 1_000_000;

/** Keyword of a schema that the documents of the API replace by a reference to the component that it names. */
export const DOCUMENTED_AS = 'x-documented-as';
export const CONDITION_COMPONENT = 'Condition';

/**
 * The wire shape is open here; `parseCondition` in generators/filters.ts checks it against the object and says where it is
 * wrong. The documents show the schema of generators/condition-schema.ts instead.
 */
export const ConditionInput = Type.Unknown({ [DOCUMENTED_AS]: CONDITION_COMPONENT, 'x-control': 'condition' });
export type ConditionInput = Static<typeof ConditionInput>;

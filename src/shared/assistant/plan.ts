import type { Condition } from '#schemas/metadata/condition.ts';
import type { Currency } from '#schemas/metadata/field.ts';
import type { PeriodUnit } from '#schemas/metadata/detail.ts';

/** What is worked out of many records: their number, how many values a field has, or one number of its values. */
export interface Measure {
  readonly fn: 'count' | 'distinct' | 'sum' | 'avg' | 'min' | 'max';
  /** The field that the number is of; absent for `count`. */
  readonly field?: string;
  /** Of amounts: those in this currency as they are. All are added up in CNY when absent. */
  readonly currency?: Currency;
}

/** A bound that the measure of a group must keep. Decimal text. */
export interface Having {
  /** Place in `measures`. */
  readonly measure: number;
  readonly op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq';
  readonly value: string;
}

export type PlanOrder =
  | { readonly field: string; readonly order: 'asc' | 'desc' }
  | { readonly measure: number; readonly order: 'asc' | 'desc' };

/** Records that a link names are to meet a condition of their own: 位于北京的医院的医生. */
export interface LinkedCondition {
  /** The object that the links name. */
  readonly object: string;
  /** Links of the object that is asked about, any of which may name such a record. */
  readonly fields: readonly string[];
  readonly filter: Condition;
}

/** Days from one to another, both included, YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A period and the one that it is compared with. */
export interface ComparedSpan extends Days {
  readonly before: Days;
  /** It is not over: as much of both is compared. */
  readonly isCut?: true;
}

/** Groups by how far their numbers are from those before, or by how much in a hundred. */
export interface GrowthOrder {
  readonly by: 'change' | 'rate';
  readonly order: 'asc' | 'desc';
}

/**
 * A question as the product can answer it: records of one object that meet a condition, as a list, or put into groups, or
 * as numbers. Conditions are those of the lists, so that the answer can be opened as one.
 */
export interface Plan {
  readonly object: string;
  readonly filter?: Condition;
  readonly linked?: readonly LinkedCondition[];
  /** Fields that are asked for; those of the list layout when absent. */
  readonly select?: readonly string[];
  readonly group?: {
    readonly by: string;
    readonly unit?: PeriodUnit;
    /** How records are spread over the groups is asked for: the groups come in the order of their options. */
    readonly isSpread?: true;
    /** The share of each group in all of them is asked for: 占比. */
    readonly isShare?: true;
    /** Of a tree: how far down the groups are, 1 for its roots. What the conditions name when absent. */
    readonly level?: number;
    /** What that level is called; records that are of none of this name are in no group. */
    readonly called?: string;
  };
  readonly measures?: readonly Measure[];
  readonly having?: Having;
  readonly sort?: readonly PlanOrder[];
  /** Rows at most. */
  readonly limit?: number;
  /** Records that are shown as themselves, by their ids: one as a card, several side by side. */
  readonly records?: readonly string[];
  /** Groups that are shown side by side, each by a condition of its own beside `filter`. */
  readonly compare?: readonly { readonly label: string; readonly filter: Condition }[];
  /** The first measure of periods of a date beside that of the periods before them; of groups one period. */
  readonly growth?: {
    readonly field: string;
    readonly spans: readonly ComparedSpan[];
    /** What groups are ordered by; their numbers of the later period, the greatest first, when absent. */
    readonly order?: GrowthOrder;
  };
}

/** A part of the question and what it is taken for; offsets are UTF-16 indices of the question as it was typed. */
export interface Understood {
  readonly from: number;
  readonly to: number;
  readonly as: string;
}

/** What became of a question. */
export type Reading =
  | {
      readonly kind: 'answer';
      readonly plan: Plan;
      readonly understood: readonly Understood[];
      /** What was decided for the user where the question leaves it open. */
      readonly assumptions: readonly string[];
    }
  | {
      /** Two readings are as good: one of them is to be chosen. */
      readonly kind: 'ask';
      readonly question: string;
      readonly choices: readonly { readonly label: string; readonly plan: Plan }[];
      readonly understood: readonly Understood[];
    }
  | {
      /** Words without a meaning here: without them it would be another question. */
      readonly kind: 'partly';
      readonly unknown: readonly string[];
      /** The object that the rest of the question is about. */
      readonly object: string;
      readonly understood: readonly Understood[];
    }
  | {
      /** The meaning of a word is asked for, or how something is done; `plan` has the records that a word is about. */
      readonly kind: 'explain';
      readonly sentence: string;
      readonly plan?: Plan;
      /** Pages of the help center that say more. */
      readonly links?: readonly { readonly label: string; readonly href: string }[];
    }
  | {
      readonly kind: 'decline';
      readonly reason: string;
      /** What is asked for that is not answered here; absent where it is not known. */
      readonly topic?: DeclineTopic;
      /** What can be done instead. */
      readonly instead?: string;
      /** The object that the question is about, where it names one. */
      readonly object?: string;
    };

/** What no record answers: an opinion, the future, what is a person's own, what is kept nowhere here; and what is closed to the asker. */
export type DeclineTopic = 'advice' | 'forecast' | 'personal' | 'elsewhere' | 'closed';

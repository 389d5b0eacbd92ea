import type { AmountReading } from './amount.ts';
import type { TimeReading } from './time.ts';
import type { Meaning } from './vocabulary.ts';

/** A value that records hold in a field of text, or the name of a record, found by asking the database. */
export interface KnownValue {
  /** As it is written in the question, folded. */
  readonly text: string;
  readonly object: string;
  readonly field: string;
  /** As the records hold it. */
  readonly value: string;
  /** The record that is called so, where the field is the name of its object. */
  readonly id?: string;
}

export type SpanMeaning =
  | Meaning
  | { readonly kind: 'value'; readonly known: KnownValue }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'near'; readonly object: string; readonly fields: readonly string[] }
  | { readonly kind: 'time'; readonly time: TimeReading }
  | { readonly kind: 'amount'; readonly amount: AmountReading }
  | { readonly kind: 'top'; readonly count: number; readonly isOrdinal: boolean };

/** A part of the question and all that it may mean. Offsets are those of the folded text. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly meanings: readonly SpanMeaning[];
}

/** The best way through a question: parts with a meaning, and what is left over. */
export interface Cover {
  readonly spans: readonly Span[];
  readonly unknown: readonly string[];
  /** Offsets of the characters that no part has. */
  readonly unknownAt: readonly number[];
}

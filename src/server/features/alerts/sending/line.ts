import type { AlertLineKind } from '#schemas/api/alerts.ts';
import type { Said } from './record-words.ts';

/** One record in words, with the names of all subscriptions that it met. */
export interface Line {
  /** The latest hit of it. */
  readonly id: string;
  readonly kind: AlertLineKind;
  readonly record: { readonly object: string; readonly id: string };
  readonly text: string;
  readonly names: readonly string[];
  readonly link: string;
  readonly isLate: boolean;
  readonly subscriptions: ReadonlySet<string>;
  readonly at: string;
  /** The hits that it is of, and what it says of the record. */
  readonly hits: readonly string[];
  readonly said: Said;
}

import type { Counts } from '#server/features/imports/report/counts.ts';

/** What is written to summary.json. */
export interface ImportSummary {
  readonly file: string;
  readonly fileHash: string;
  readonly format: string;
  readonly encoding: string;
  readonly object: string;
  readonly source: string;
  readonly dryRun: boolean;
  /** False when it was stopped before the last row. */
  readonly finished: boolean;
  /** The row it went on after, 0 when it began at the first. */
  readonly resumedAfterRow: number;
  readonly startedAt: string;
  readonly seconds: number;
  /** Lines that this run itself went through, and the seconds it took for them. */
  readonly pace: { readonly lines: number; readonly seconds: number };
  readonly counts: Counts;
}

import type { RecordRow } from '#schemas/api/records.ts';
import type { Figures } from '#server/core/aggregates/reader.ts';

/** What a plan gives: records as a list would, or numbers. */
export type Result =
  | {
      readonly kind: 'records';
      readonly fields: readonly string[];
      readonly rows: readonly RecordRow[];
      readonly total: number;
      readonly totalIsExact: boolean;
    }
  | ({ readonly kind: 'figures' } & Figures);

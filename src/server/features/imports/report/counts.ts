/** How rows end, each in exactly one way. */
export const ROW_ENDS = ['created', 'updated', 'unchanged', 'duplicate', 'skipped', 'rejected'] as const;
export type RowEnd = (typeof ROW_ENDS)[number];

/** Different reasons counted apart; beyond them reasons are only in the list of rejected values. */
const MOST_REASONS = 200;

/** What an import has met so far. The six ends add up to `rows`; `rows` and `blank` add up to `lines`. */
export interface Counts extends Record<RowEnd, number> {
  /** Records of the file below the headings. */
  lines: number;
  /** Lines in which nothing is written. */
  blank: number;
  /** Lines in which something is written. */
  rows: number;
  /** Values left out of rows that were kept. */
  rejectedValues: number;
  /** Cells whose misread text was put right. */
  repairedCells: number;
  /** Records made because a row links to them, by object. */
  linkedCreated: Record<string, number>;
  /** How often a value or row was refused, by column and reason. */
  reasons: Record<string, number>;
}

export function noCounts(): Counts {
  return {
    lines: 0,
    blank: 0,
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    duplicate: 0,
    skipped: 0,
    rejected: 0,
    rejectedValues: 0,
    repairedCells: 0,
    linkedCreated: {},
    reasons: {},
  };
}

/** Adds one refusal to the reasons. */
export function countReason(counts: Counts, column: string, reason: string): void {
  const key = column === '' ? reason : `${column}：${reason}`;
  if (!Object.hasOwn(counts.reasons, key) && Object.keys(counts.reasons).length >= MOST_REASONS) return;
  counts.reasons[key] = (counts.reasons[key] ?? 0) + 1;
}

/** True when every row ended in exactly one way. */
export function addsUp(counts: Counts): boolean {
  const ended = ROW_ENDS.reduce((sum, end) => sum + counts[end], 0);
  return ended === counts.rows && counts.rows + counts.blank === counts.lines;
}

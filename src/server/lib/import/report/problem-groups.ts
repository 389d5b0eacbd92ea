/** Refusals of one field for one reason, and where they were met. */
export interface ProblemGroup {
  readonly field: string;
  readonly column: string;
  readonly reason: string;
  /** Whole rows refused, and values left out of rows that were kept. */
  rows: number;
  values: number;
  /** The first value that was refused. */
  readonly example: string;
  /** First and last row of runs of rows, the first few. */
  readonly ranges: [number, number][];
}

/** Kinds told apart, and runs of rows shown for each; the list of refusals has them all. */
const MOST_GROUPS = 60;
const MOST_RANGES = 8;
const LONGEST_TEXT = 120;

/** Adds one refusal in a row; rows come in order. */
export function addProblem(
  groups: ProblemGroup[],
  row: number,
  whole: boolean,
  fault: { readonly field: string; readonly column: string; readonly value: string; readonly reason: string },
): void {
  // Reasons that quote the value would make a group of every value.
  const reason = fault.reason.replaceAll(/“[^”]*”/g, '“…”').slice(0, LONGEST_TEXT);
  let group = groups.find(
    (known) => known.reason === reason && known.field === fault.field && known.column === fault.column,
  );
  if (!group) {
    if (groups.length >= MOST_GROUPS) return;
    const { field, column } = fault;
    group = { field, column, reason, rows: 0, values: 0, example: fault.value.slice(0, LONGEST_TEXT), ranges: [] };
    groups.push(group);
  }
  group[whole ? 'rows' : 'values'] += 1;
  const last = group.ranges.at(-1);
  if (last && row <= last[1] + 1) last[1] = Math.max(last[1], row);
  else if (group.ranges.length < MOST_RANGES) group.ranges.push([row, row]);
}

/** Refusals of one field for one reason, and where they were met. */
export interface ProblemGroup {
  readonly field: string;
  readonly column: string;
  /** With the texts that all of them quote. */
  reason: string;
  /** Whole rows refused, and values left out of rows that were kept. */
  rows: number;
  values: number;
  /** The first value that was refused. */
  readonly example: string;
  /** First and last row of runs of rows, the first few. */
  readonly ranges: [number, number][];
}

/** Kinds that are distinguished, and runs of rows shown for each; the list of refusals has them all. */
const MOST_GROUPS = 60;
const MOST_RANGES = 8;
const LONGEST_TEXT = 120;
const LONGEST_QUOTE = 60;

const QUOTED = /“[^”]*”/g;
const BLANKED = '“…”';
const blanked = (reason: string): string => reason.replaceAll(QUOTED, BLANKED);

/** A reason whose quotes are short enough for a table. */
const shortened = (reason: string): string =>
  reason.replaceAll(QUOTED, (quote) => (quote.length > LONGEST_QUOTE ? `${quote.slice(0, LONGEST_QUOTE)}…”` : quote));

/** The reason that two refusals share: what both quote alike is a label and stays, what differs is the rows' own text. */
function sharedReason(one: string, other: string): string {
  const quotes = other.match(QUOTED) ?? [];
  let at = 0;
  return one.replaceAll(QUOTED, (quote) => (quotes[at++] === quote ? quote : BLANKED));
}

/** Adds one refusal in a row; rows come in order. */
export function addProblem(
  groups: ProblemGroup[],
  row: number,
  whole: boolean,
  fault: { readonly field: string; readonly column: string; readonly value: string; readonly reason: string },
): void {
  const reason = shortened(fault.reason);
  // Reasons that quote the value would make a group of every value; one about no value quotes labels only.
  const alike = (known: string) => (fault.value === '' ? known === reason : blanked(known) === blanked(reason));
  let group = groups.find(
    (known) => known.field === fault.field && known.column === fault.column && alike(known.reason),
  );
  if (!group) {
    if (groups.length >= MOST_GROUPS) return;
    const { field, column } = fault;
    group = { field, column, reason, rows: 0, values: 0, example: fault.value.slice(0, LONGEST_TEXT), ranges: [] };
    groups.push(group);
  }
  group.reason = sharedReason(group.reason, reason);
  group[whole ? 'rows' : 'values'] += 1;
  const last = group.ranges.at(-1);
  if (last && row <= last[1] + 1) last[1] = Math.max(last[1], row);
  else if (group.ranges.length < MOST_RANGES) group.ranges.push([row, row]);
}

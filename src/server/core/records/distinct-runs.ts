/** Cuts rows where what they are about comes again, so that the later row sees what the earlier one wrote. */
export function runsOfDistinct<Row>(rows: readonly Row[], about: (row: Row) => string): Row[][] {
  const runs: Row[][] = [];
  let seen = new Set<string>();
  for (const row of rows) {
    const name = about(row);
    if (runs.length === 0 || seen.has(name)) {
      runs.push([]);
      seen = new Set();
    }
    seen.add(name);
    runs.at(-1)?.push(row);
  }
  return runs;
}

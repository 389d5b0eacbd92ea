/** Cuts rows where a key comes again, so that the later row sees what the earlier one wrote. */
export function runsOfDistinctKeys<Row extends { readonly key: string }>(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  let seen = new Set<string>();
  for (const row of rows) {
    if (runs.length === 0 || seen.has(row.key)) {
      runs.push([]);
      seen = new Set();
    }
    seen.add(row.key);
    runs.at(-1)?.push(row);
  }
  return runs;
}

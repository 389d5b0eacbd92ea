/** One line of the bench table. Ratios decide; times and rates only say of what size the things compared are. */
export interface Row {
  readonly name: string;
  readonly ours: string;
  /** The same work done by another product or in the usual way, in the same run. */
  readonly rival?: string;
  /** The same work done by hand-written code or the bare driver: what cannot be beaten. */
  readonly limit?: string;
  readonly ratio: string;
  readonly target: string;
  readonly met: boolean;
}

/** The rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = (row: Row) => [
    row.name,
    row.ours,
    row.rival ?? '–',
    row.limit ?? '–',
    row.ratio,
    row.target,
    row.met ? 'yes' : '**no**',
  ];
  const head = ['what', 'ours', 'rival', 'limit', 'ratio', 'target', 'met'];
  return [head, head.map(() => '---'), ...rows.map(cells)].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** A line of a text that was changed: it stayed, it is gone, or it came. */
export interface ChangedLine {
  readonly what: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** What became of a text line by line: the longest run of lines that both have in order stays. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const width = now.length + 1;
  /** By `row * width + column`: how many lines both have in order from there on. */
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: ChangedLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [gone, come] = [old[row], now[column]];
    if (gone !== undefined && gone === come) {
      lines.push({ what: 'same', text: gone });
      row += 1;
      column += 1;
    } else if (gone !== undefined && (come === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ what: 'gone', text: gone });
      row += 1;
    } else {
      lines.push({ what: 'new', text: come ?? '' });
      column += 1;
    }
  }
  return lines;
}

/** Headings without blanks around them; a column without a heading goes by its position, as text. */
export function headings(cells: readonly string[]): string[] {
  return cells.map((cell, index) => cell.trim() || String(index + 1));
}

/** Positions from 1, for files without headings. */
export function positions(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

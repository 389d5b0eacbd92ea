const ROWS_LOOKED_AT = 12;
const FIGURE = /^(?=.*\d)[\s\d.,:/%¥$€年月日-]+$/;

/**
 * The row, counted from 1, that seems to hold the headings: the first that fills most columns with different words. A
 * title above a table fills one cell only. 0 where the first row looks like data.
 */
export function guessHeader(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== ''));
  const widths = filled.map((cells) => cells.length).sort((a, b) => a - b);
  const usual = widths[Math.floor(widths.length * 0.75)] ?? 0;
  for (const [index, cells] of filled.slice(0, ROWS_LOOKED_AT).entries()) {
    if (cells.length < Math.max(1, usual * 0.7)) continue;
    const different = new Set(cells.map((cell) => cell.trim())).size === cells.length;
    const words = cells.filter((cell) => !FIGURE.test(cell)).length;
    const below = filled.slice(index + 1, index + 20).flat();
    const figuresBelow = below.some((cell) => FIGURE.test(cell));
    if (words === cells.length && different) return index + 1;
    // Years as headings are above figures; figures in the first full row over figures are data.
    return figuresBelow && words < cells.length * 0.8 ? 0 : index + 1;
  }
  return 1;
}

import type { ColumnName } from '#schemas/metadata/import-mapping.ts';
import type { Problem } from '#shared/errors.ts';

const SHOWN_COLUMNS = 40;

/** Finds the columns that a mapping names among those of a file, and gathers what cannot be found. */
export class Columns {
  readonly names: readonly string[];
  readonly problems: Problem[] = [];
  readonly #places = new Map<string, number[]>();

  constructor(names: readonly string[]) {
    this.names = names;
    for (const [index, name] of names.entries()) this.#places.set(name, [...(this.#places.get(name) ?? []), index]);
  }

  /** Index of a column; `path` is where the mapping names it. A column that is not there is a problem, never a blank. */
  index(column: ColumnName, path: string): number {
    const places = typeof column === 'number' ? [column - 1] : (this.#places.get(column.trim()) ?? []);
    const [place = -1] = places;
    if (places.length > 1) {
      this.problems.push({
        field: path,
        message: `文件中有 ${places.length} 列都叫“${column}”，请用列的位置（从 1 开始的数字）`,
      });
    } else if (place < 0 || place >= this.names.length) {
      const known = this.names.slice(0, SHOWN_COLUMNS).join('、');
      this.problems.push({ field: path, message: `文件中没有列“${column}”，现有：${known}` });
    }
    return place;
  }

  /** What a column is called in reports. */
  name(index: number): string {
    return this.names[index] ?? `第 ${index + 1} 列`;
  }
}

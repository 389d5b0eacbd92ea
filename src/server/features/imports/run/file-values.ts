import { isNumbered } from '#generators/field-types/registry.ts';
import { type UniqueKey, uniqueKeys } from '#generators/unique.ts';
import type { Problem } from '#shared/errors.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { keyOf } from '#server/core/records/unique-queries.ts';
import { takenWords } from '#server/core/records/unique-values.ts';
import type { LinkedRow } from './resolve-links.ts';

/** Rows remembered of one file; what is alike further apart is found in the table, where rows are kept. */
const MOST_ROWS = 300_000;

type ValuedRow = Pick<LinkedRow, 'row' | 'values'>;

/** Which row of a file had a value that may not repeat, also where a check of the file keeps no rows. */
export class FileValues {
  readonly #keys: readonly UniqueKey[];
  readonly #rows = new Map<string, { readonly row: number; readonly key: string }>();

  constructor({ table, fields }: CatalogObject) {
    // What a file says of numbers is not kept.
    this.#keys = uniqueKeys(table, fields).filter(({ field }) => !isNumbered(field));
  }

  /** What is wrong with a row after those that were taken before it. */
  problems(given: ValuedRow): Problem[] {
    return this.#of(given).flatMap(({ key, text }): Problem[] => {
      const found = this.#rows.get(text);
      return found && found.key !== given.row.key ? [sameRow(key, given, found.row)] : [];
    });
  }

  /** A refusal of the writer, with the row of the same slice that has the value. */
  named(problem: Problem, given: ValuedRow, others: readonly ValuedRow[]): Problem {
    const twin = others.find(({ row }) => row.key === problem.sameAs);
    const key = this.#keys.find(({ field }) => field.apiName === problem.field);
    return twin && key ? sameRow(key, given, twin.row.raw.row) : problem;
  }

  /** Remembers a row that was taken. */
  note(given: ValuedRow): void {
    if (this.#rows.size >= MOST_ROWS) return;
    const { raw, key } = given.row;
    for (const { text } of this.#of(given)) this.#rows.set(text, { row: raw.row, key });
  }

  #of({ values }: ValuedRow) {
    return this.#keys.flatMap((key) => {
      const parts = keyOf(key, values);
      return parts === undefined ? [] : [{ key, text: JSON.stringify([key.index, parts]) }];
    });
  }
}

const sameRow = (key: UniqueKey, { values }: ValuedRow, row: number): Problem => ({
  field: key.field.apiName,
  message: takenWords(key, values, `与第 ${row} 行重复`),
});

import type { AlikeRow, ImportOutcome } from '#schemas/api/imports.ts';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { DuplicateFinder } from '#server/core/duplicates/duplicate-finder.ts';
import { REASON_WORDS, SURE_GRADE } from '#server/core/duplicates/grade.ts';
import { DigestSet } from './digest-set.ts';
import { changesWritten, type UpdateSample } from './queries.ts';
import type { MadeRecord } from './resolve-links.ts';
import type { WrittenRow } from './write-slice.ts';

const MOST_SAMPLES = 20;
const MOST_ALIKE = 50;

/**
 * What a dry run remembers from slice to slice, as each is rolled back: the records that would be there by now. A row
 * whose record an earlier slice would have made counts as an update, even where it would change nothing.
 */
export class Rehearsal {
  readonly #made = new DigestSet();
  readonly #samples: UpdateSample[] = [];
  readonly #alike: { rows: number; sure: number; readonly list: AlikeRow[] } = { rows: 0, sure: 0, list: [] };
  readonly #duplicates: DuplicateFinder;

  constructor(duplicates: DuplicateFinder) {
    this.#duplicates = duplicates;
  }

  /** Rows that would make a record like one that is there already. */
  get alike(): NonNullable<ImportOutcome['alike']> {
    return this.#alike;
  }

  /** Updates before and after, the first few. */
  get samples(): readonly UpdateSample[] {
    return this.#samples;
  }

  /** Links of a slice that make their record for the first time. */
  linksMade(made: readonly MadeRecord[]): readonly MadeRecord[] {
    return made.filter(({ object, source, key }) => this.#made.add(JSON.stringify([object, source, key])));
  }

  /** Rows as they would have ended after the slices before. */
  ended(
    rows: readonly WrittenRow[],
    object: string,
    source: string,
    write: 'both' | 'create' | 'update',
  ): readonly WrittenRow[] {
    return rows.map((row) => {
      if (row.end !== 'created' || this.#made.add(JSON.stringify([object, source, row.row.key]))) return row;
      return { ...row, end: write === 'create' ? 'skipped' : 'updated' };
    });
  }

  /** Compares the records that a slice made with those that were there before, in its transaction. */
  async compare(trx: Db, rows: readonly WrittenRow[], object: CatalogObject): Promise<void> {
    const made = rows.flatMap(({ end, id, row }) => (end === 'created' && id !== undefined ? [{ id, row }] : []));
    if (made.length === 0) return;
    const ids = made.map(({ id }) => id);
    const found = await this.#duplicates.findOf(trx, object, ids);
    for (const { id, row } of made) {
      const { name = '', candidates = [] } = found.get(id) ?? {};
      const [best] = candidates;
      if (!best) continue;
      this.#alike.rows += 1;
      if (best.grade >= SURE_GRADE) this.#alike.sure += 1;
      if (this.#alike.list.length >= MOST_ALIKE) continue;
      const reasons = best.reasons.map((reason) => REASON_WORDS[reason]);
      this.#alike.list.push({ row: row.raw.row, name, candidate: { ...best, objectApiName: object.apiName, reasons } });
    }
  }

  /** Takes samples of the updates of a slice, in its transaction. */
  async look(trx: Db, rows: readonly WrittenRow[], object: string, origin: string): Promise<void> {
    const wanted = MOST_SAMPLES - this.#samples.length;
    const ids = rows.flatMap(({ end, id }) => (end === 'updated' && id !== undefined ? [id] : [])).slice(0, wanted);
    if (ids.length > 0) this.#samples.push(...(await changesWritten(trx, object, ids, origin)));
  }
}

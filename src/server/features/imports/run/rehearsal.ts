import type { Db } from '#server/db/database.ts';
import { DigestSet } from './digest-set.ts';
import { changesWritten, type UpdateSample } from './queries.ts';
import type { MadeRecord } from './resolve-links.ts';
import type { WrittenRow } from './write-slice.ts';

const MOST_SAMPLES = 20;

/**
 * What a dry run remembers from slice to slice, as each is rolled back: the records that would be there by now. A row
 * whose record an earlier slice would have made counts as an update, even where it would change nothing.
 */
export class Rehearsal {
  readonly #made = new DigestSet();
  readonly #samples: UpdateSample[] = [];

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

  /** Takes samples of the updates of a slice, in its transaction. */
  async look(trx: Db, rows: readonly WrittenRow[], object: string, origin: string): Promise<void> {
    const wanted = MOST_SAMPLES - this.#samples.length;
    const ids = rows.flatMap(({ end, id }) => (end === 'updated' && id !== undefined ? [id] : [])).slice(0, wanted);
    if (ids.length > 0) this.#samples.push(...(await changesWritten(trx, object, ids, origin)));
  }
}

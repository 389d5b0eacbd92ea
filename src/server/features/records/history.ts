import type { HistoryEntry } from '#schemas/api/records.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { causeOf } from '#server/core/derived/cause-words.ts';
import { derivedHistoryOf } from '#server/core/derived/history-queries.ts';
import { historyOf } from '#server/core/records/history-queries.ts';
import { namesOfAccounts } from './queries.ts';

/** Changes of worked-out values that a history shows at most. */
const MAX_FOLLOWED = 200;

/** What changed in a record, by whom and when. */
export class History {
  readonly #db: Db;
  readonly #catalog: Catalog;

  constructor(db: Db, catalog: Catalog) {
    this.#db = db;
    this.#catalog = catalog;
  }

  /**
   * Newest first; only fields that `open` lets through, and entries that still say something. What users wrote and what
   * followed from other records go together.
   */
  async of(apiName: string, id: string, open: (field: string) => boolean, field?: string): Promise<HistoryEntry[]> {
    const written = await historyOf(this.#db, apiName, id);
    const followed = await derivedHistoryOf(this.#db, apiName, id, { field, limit: MAX_FOLLOWED });
    const causes = followed.map((row) => ({ ...row, ...causeOf(this.#catalog, row.cause) }));
    const rows = [
      ...causes.map(({ at, changes, text, actor }) => ({
        version: 0,
        at,
        changes,
        actor: actor ?? text,
        origin: `derived:${text}`,
      })),
      // What was written at the same moment comes first in time.
      ...written,
    ].toSorted((a, b) => Date.parse(String(b.at)) - Date.parse(String(a.at)));
    const names = await namesOfAccounts(this.#db, [...new Set(rows.map((row) => row.actor))]);
    return rows
      .map(({ version, at, actor, origin, changes }) => ({
        version,
        at: String(at),
        actor: names.get(actor) ?? (actor === 'system' ? '系统' : actor),
        origin,
        changes: Object.entries(changes)
          .filter(([name]) => open(name))
          .map(([name, { before, after }]) => ({ field: name, before, after })),
      }))
      .filter((entry) => entry.changes.length > 0 || entry.version === 1);
  }
}

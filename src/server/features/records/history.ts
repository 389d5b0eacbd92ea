import type { HistoryEntry } from '#schemas/api/records.ts';
import type { Db } from '#server/db/database.ts';
import { historyOf } from '#server/core/records/history-queries.ts';
import { namesOfAccounts } from './queries.ts';

/** What changed in a record, by whom and when. */
export class History {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Newest first; only fields that `open` lets through, and entries that still say something. */
  async of(apiName: string, id: string, open: (field: string) => boolean): Promise<HistoryEntry[]> {
    const rows = await historyOf(this.#db, apiName, id);
    const names = await namesOfAccounts(this.#db, [...new Set(rows.map((row) => row.actor))]);
    return rows
      .map(({ version, at, actor, origin, changes }) => ({
        version,
        at: String(at),
        actor: names.get(actor) ?? (actor === 'system' ? '系统' : actor),
        origin,
        changes: Object.entries(changes)
          .filter(([field]) => open(field))
          .map(([field, { before, after }]) => ({ field, before, after })),
      }))
      .filter((entry) => entry.changes.length > 0 || entry.version === 1);
  }
}

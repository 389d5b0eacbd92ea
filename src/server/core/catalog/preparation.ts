import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSystem } from '#generators/object.ts';
import { tableOf } from '#generators/storage.ts';
import type { Database, Db } from '#server/db/database.ts';
import { LOCK_WAIT_MS, patiently } from './lock-wait.ts';
import { lockObject, limitLockWait, runStep } from './queries.ts';
import { dropColumn, preparedColumns } from './recast-queries.ts';
import { planned } from './save-checks.ts';

interface PreparationDeps {
  readonly database: Database;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly between?: (step: string) => void;
}

/**
 * Adds the columns that values of another type are put into before a save begins: a transaction that adds a column keeps
 * readers out until it ends, and reading all values may take long.
 */
export class Preparation {
  readonly #deps: PreparationDeps;

  constructor(deps: PreparationDeps) {
    this.#deps = deps;
  }

  /** Does `save` with columns prepared where a change needs some; a save that is refused leaves none behind. */
  async around<T>(from: ObjectDefinition | undefined, to: ObjectDefinition, save: () => Promise<T>): Promise<T> {
    const { between, database } = this.#deps;
    const steps = from && !isSystem(to) ? (await planned(database.db, from, to)).steps : [];
    const added = steps.filter(({ kind }) => kind === 'prepareColumn');
    if (added.length === 0) return save();
    const table = tableOf(to);
    await this.#briefly(to, async (trx) => {
      for (const name of await preparedColumns(trx, table)) await dropColumn(trx, table, name);
      for (const step of added) await runStep(trx, step);
    });
    between?.('prepared');
    try {
      return await save();
    } catch (error) {
      await this.#briefly(to, async (trx) => {
        for (const { target } of added) await dropColumn(trx, table, target);
      }).catch(() => undefined);
      throw error;
    }
  }

  #briefly(object: ObjectDefinition, work: (trx: Db) => Promise<void>): Promise<void> {
    const { database } = this.#deps;
    return patiently(this.#deps, () =>
      database.db.transaction().execute(async (trx) => {
        await lockObject(trx, object.apiName);
        if (database.kind === 'postgres') await limitLockWait(trx, LOCK_WAIT_MS);
        await work(trx);
      }),
    );
  }
}

import { pastClashes } from '#server/db/clashes.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { markFields } from '#server/core/derived/changes.ts';
import { takeBackStated } from './queries.ts';

const SLICE = 1000;

/** Takes back what an import stated of counted values, slice by slice; begun again, it goes on with what is left. */
export async function undoStated(
  { database, catalog }: { readonly database: Database; readonly catalog: Catalog },
  jobId: string,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  while (await goesOn()) {
    const slice = async (trx: Db) => {
      const rows = await takeBackStated(trx, jobId, SLICE);
      for (const [apiName, own] of Map.groupBy(rows, ({ objectApiName }) => objectApiName)) {
        const object = catalog.find(apiName);
        if (object) await markFields(trx, object, own);
      }
      return rows.length;
    };
    if ((await pastClashes(() => database.db.transaction().execute(slice))) === 0) return;
  }
}

import type { Db } from '#server/db/database.ts';

/** History of one record, newest first, at most 200 entries. */
export async function historyOf(db: Db, apiName: string, id: string) {
  return db
    .selectFrom('record_history')
    .select(['version', 'at', 'actor', 'origin', 'changes'])
    .where('object_api_name', '=', apiName)
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(200)
    .execute();
}

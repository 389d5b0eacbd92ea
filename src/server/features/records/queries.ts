import type { Db } from '#server/db/database.ts';

/** Names of accounts by id; a writer that is no account is left out. */
export async function namesOfAccounts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const accounts = ids.filter((id) => /^\d+$/.test(id));
  if (accounts.length === 0) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'name']).where('id', 'in', accounts).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Files that something refers to and whose bytes are kept here. */
export async function usedFiles(db: Db): Promise<{ id: string; bucket: string; sha256: string | null }[]> {
  return db
    .selectFrom('file')
    .select(['id', 'bucket', 'sha256'])
    .where('used_at', 'is not', null)
    .where('hosted_path', 'is', null)
    .where('moved_to', 'is', null)
    .execute();
}

/** What is wrong with the ledger, each as a line: movements that do not sum to zero, users who owe coins. */
export async function ledgerFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select '鲸币流水 ' || t.id || ' 的收支不平' as fault from coin_transaction t
      left join coin_entry e on e.transaction_id = t.id group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2
    union all select '鲸币账户 ' || c.id || ' 的余额为负' from coin_account c
      join coin_entry e on e.coin_account_id = c.id where c.account_id is not null group by c.id having sum(e.amount) < 0
    order by 1 limit 20`.execute(db);
  return rows.map(({ fault }) => fault);
}

export async function rowsOf(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

/**
 * Has the next start begin the log of changes again: the numbers of transactions, by which its readers know their place, are
 * those of another server.
 */
export async function forgetChangeLogIdentity(db: Db): Promise<void> {
  await db.updateTable('change_epoch').set({ identity: '' }).execute();
}

/** What a database takes on the disk. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

/** What a database says that it is, as `15.4`. */
export async function serverVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? '';
}

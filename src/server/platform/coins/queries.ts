import { sql } from 'kysely';
import type { CoinKind } from '#schemas/api/coins.ts';
import type { Db } from '#server/db/database.ts';

/** The platform's own sides of the ledger: what it gives away, what it sells, what is spent with it. */
export type SystemAccount = 'issuance' | 'sales' | 'revenue';

export interface NewTransaction {
  readonly kind: CoinKind;
  readonly key: string;
  readonly note: string;
  readonly reason: string;
  readonly actorId: string | null;
  readonly at: Date;
  readonly target: { readonly kind: string; readonly id: string } | null;
  readonly refundOf: string | null;
}

export interface Entry {
  readonly coinAccountId: string;
  readonly amount: number;
}

/** Coins of a user: the sum of all entries. */
export async function sumOf(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(amount), 0)::text as total from coin_entry
    where coin_account_id = (select id from coin_account where account_id = ${accountId})`.execute(db);
  return Number(rows[0]?.total);
}

/** The coin account of a user, made on first use; no other transaction moves its coins until this one ends. */
export async function lockCoinAccount(trx: Db, accountId: string): Promise<string> {
  const locked = async () =>
    trx.selectFrom('coin_account').select('id').where('account_id', '=', accountId).forUpdate().executeTakeFirst();
  const known = await locked();
  if (known) return known.id;
  await trx
    .insertInto('coin_account')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const made = await locked();
  if (!made) throw new Error(`Account ${accountId} has no coin account.`);
  return made.id;
}

export async function systemAccountId(trx: Db, name: SystemAccount): Promise<string> {
  const row = await trx
    .selectFrom('coin_account')
    .select('id')
    .where('system_name', '=', name)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A transaction with the user it moved coins of, by its key or its id. */
export async function transactionBy(trx: Db, column: 'key' | 'id' | 'refund_of', value: string) {
  return trx
    .selectFrom('coin_transaction as t')
    .innerJoin('coin_entry as e', 'e.transaction_id', 't.id')
    .innerJoin('coin_account as a', 'a.id', 'e.coin_account_id')
    .select(['t.id', 't.kind', 't.note', 't.target_kind', 't.target_id', 'a.account_id', 'e.amount'])
    .where(`t.${column}`, '=', value)
    .where('a.account_id', 'is not', null)
    .executeTakeFirst();
}

/** The transaction that moved coins for a target, by kind. */
export async function transactionFor(trx: Db, kind: CoinKind, target: { kind: string; id: string }) {
  return trx
    .selectFrom('coin_transaction')
    .select('id')
    .where('kind', '=', kind)
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .executeTakeFirst();
}

/** The entries of a transaction. */
export async function entriesOf(trx: Db, transactionId: string): Promise<Entry[]> {
  return trx
    .selectFrom('coin_entry')
    .select(['coin_account_id as coinAccountId', 'amount'])
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** Writes a transaction with its entries; undefined when its key is taken. */
export async function insertTransaction(
  trx: Db,
  made: NewTransaction,
  entries: readonly Entry[],
): Promise<string | undefined> {
  const row = await trx
    .insertInto('coin_transaction')
    .values({
      kind: made.kind,
      key: made.key,
      note: made.note,
      reason: made.reason,
      actor_id: made.actorId,
      at: made.at,
      target_kind: made.target?.kind ?? null,
      target_id: made.target?.id ?? null,
      refund_of: made.refundOf,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  await trx
    .insertInto('coin_entry')
    .values(
      entries.map(({ coinAccountId, amount }) => ({ transaction_id: row.id, coin_account_id: coinAccountId, amount })),
    )
    .execute();
  return row.id;
}

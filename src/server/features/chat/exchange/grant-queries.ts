import type { Db } from '#server/db/database.ts';
import type { ContactExchange } from '#shared/policy/exchange.ts';

/** Whose value whom it was given to. */
export interface GrantKey {
  readonly viewerId: string;
  readonly ownerId: string;
  readonly kind: ContactExchange;
}

/** Keeps a sealed value for one viewer; what was given before gives way to it. */
export async function keepGrant(
  trx: Db,
  { viewerId, ownerId, kind }: GrantKey,
  given: { sealed: string; exchangeId: string; at: Date },
): Promise<void> {
  const set = { sealed: given.sealed, granted_at: given.at, exchange_id: given.exchangeId };
  await trx
    .insertInto('chat_grant')
    .values({ viewer_id: viewerId, owner_id: ownerId, kind, ...set })
    .onConflict((conflict) => conflict.columns(['viewer_id', 'owner_id', 'kind']).doUpdateSet(set))
    .execute();
}

/** The sealed value; undefined where none was given. */
export async function sealedGrant(db: Db, { viewerId, ownerId, kind }: GrantKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_grant')
    .select('sealed')
    .where('viewer_id', '=', viewerId)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.sealed;
}

/** What an account is called. */
export async function nameOf(db: Db, accountId: string): Promise<string> {
  const row = await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst();
  return row?.name ?? '';
}

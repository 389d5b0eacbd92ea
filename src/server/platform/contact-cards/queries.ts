import type { ContactKind } from '#schemas/api/contacts.ts';
import type { Exposure } from '#shared/policy/contacts.ts';
import type { Db } from '#server/db/database.ts';

/** The sealed values of a card. */
export async function sealedCard(db: Db, accountId: string): Promise<{ kind: ContactKind; sealed: string }[]> {
  return db.selectFrom('contact_card').select(['kind', 'sealed']).where('account_id', '=', accountId).execute();
}

export async function keepCardValue(
  trx: Db,
  value: { accountId: string; kind: ContactKind; sealed: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('contact_card')
    .values({ account_id: value.accountId, kind: value.kind, sealed: value.sealed, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet({ sealed: value.sealed, updated_at: now }),
    )
    .execute();
}

export async function dropCardValue(trx: Db, accountId: string, kind: ContactKind): Promise<void> {
  await trx.deleteFrom('contact_card').where('account_id', '=', accountId).where('kind', '=', kind).execute();
}

/** What a person shows: nothing until they choose to. The row is written by their own choice alone. */
export async function exposureOf(db: Db, accountId: string): Promise<Exposure> {
  const row = await db
    .selectFrom('contact_setting')
    .select(['expose_phone as phone', 'expose_weixin as weixin'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? { phone: false, weixin: false };
}

export async function keepExposure(trx: Db, accountId: string, { phone, weixin }: Exposure, now: Date): Promise<void> {
  const set = { expose_phone: phone, expose_weixin: weixin, updated_at: now };
  await trx
    .insertInto('contact_setting')
    .values({ account_id: accountId, ...set })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .execute();
}

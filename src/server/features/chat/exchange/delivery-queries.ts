import type { Db } from '#server/db/database.ts';

/** Which plan went from whom to whom. */
interface DeliveryKey {
  readonly companyId: string;
  readonly fromId: string;
  readonly toId: string;
}

/** False when this plan went there before. */
export async function insertDelivery(
  trx: Db,
  { companyId, fromId, toId }: DeliveryKey,
  conversationId: string,
  at: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('chat_delivery')
    .values({
      conversation_id: conversationId,
      company_id: companyId,
      from_id: fromId,
      to_id: toId,
      delivered_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Plans that went from one of two people to the other, the latest first. */
export async function deliveriesIn(db: Db, conversationId: string) {
  return db
    .selectFrom('chat_delivery')
    .select(['company_id', 'from_id', 'to_id'])
    .where('conversation_id', '=', conversationId)
    .orderBy('delivered_at', 'desc')
    .orderBy('company_id', 'desc')
    .execute();
}

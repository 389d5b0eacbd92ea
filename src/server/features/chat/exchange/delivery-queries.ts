import { sql } from 'kysely';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';
import type { AutoReply } from '#server/platform/messages/auto-reply.ts';
import { asRefusal } from '#server/platform/messages/refusals.ts';

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

export interface SentCard extends AutoReply {
  readonly conversation: string;
  readonly seq: number;
  readonly my_rev: string | null;
  readonly peer_rev: string | null;
  readonly duplicate: boolean;
}

interface NewCard {
  readonly me: string;
  readonly peer: string;
  readonly clientId: string;
  readonly body: string;
  readonly at: Date;
  /** The day of Asia/Shanghai on which a conversation that is opened counts. */
  readonly day: string;
  /** Conversations that may be opened on it; -1 when this one has to be there. */
  readonly openings: number;
  readonly unanswered: number;
}

/** Sends a company's card as a person's message. @throws Failure as for every message that may not be sent. */
export async function sendCard(trx: Db, card: NewCard): Promise<SentCard> {
  const { rows } = await sql<SentCard>`
    select conversation, seq, my_rev, peer_rev, duplicate,
      reply_seq, reply_client, reply_body, reply_my_rev, reply_peer_rev from chat_send(${card.me}::bigint, ${card.peer}::bigint,
      ${card.clientId}::uuid, ${MESSAGE_TYPES.project}::smallint, ${card.body}, ${card.at.toISOString()}::timestamptz,
      0, ${card.day}::date, ${card.openings}::integer, ${card.unanswered}::integer)`
    .execute(trx)
    .catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
  return rows[0] as SentCard;
}

import { type Selectable, sql } from 'kysely';
import { type ExchangeState, MESSAGE_TYPES } from '#schemas/api/chat.ts';
import type { ExchangeKind } from '#schemas/api/chat-exchange.ts';
import type { Db } from '#server/db/database.ts';
import type { ChatTables } from '#server/db/tables/chat.ts';
import type { ExchangeStates, MessageRow } from '#server/platform/messages/message-view.ts';

export type ExchangeRow = Selectable<ChatTables['chat_exchange']>;

/**
 * Keeps two accounts from being closed until the transaction ends; taken before the conversation, as closing an account
 * takes it first. False unless both can be reached.
 */
export async function holdPeople(trx: Db, me: string, peer: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('account')
    .select(['id', 'closed_at', 'frozen_at'])
    .where('id', 'in', [me, peer])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.length === 2 && rows.every((row) => row.closed_at === null && row.frozen_at === null);
}

/** Takes the clocks of the two of a locked conversation, in the order in which everybody takes them. */
export async function holdStates(trx: Db, people: readonly string[]): Promise<void> {
  await trx
    .selectFrom('chat_user_state')
    .select('user_id')
    .where('user_id', 'in', [...people])
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
}

/** Counts one request of a person against the limit of a day. False when it is used up, and nothing was counted. */
export async function takeRequest(trx: Db, me: string, day: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    update chat_user_state s set day = ${day}::date,
        opened = case when s.day = ${day}::date then s.opened else 0 end,
        exchanged = case when s.day = ${day}::date then s.exchanged + 1 else 1 end
      where s.user_id = ${me}::bigint and (s.day is distinct from ${day}::date or s.exchanged < ${limit}::integer)
      returning s.exchanged`.execute(trx);
  return rows.length > 0;
}

const MESSAGE_COLUMNS = ['seq', 'sender_id', 'client_id', 'type', 'body', 'created_at', 'recalled_at'] as const;

/** What a user sent under a client id, if anything. */
export async function messageByClientId(
  db: Db,
  conversationId: string,
  senderId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('chat_message')
    .select(MESSAGE_COLUMNS)
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Messages by number, in their order. */
export async function messagesBySeq(db: Db, conversationId: string, seqs: readonly number[]): Promise<MessageRow[]> {
  return db
    .selectFrom('chat_message')
    .select(MESSAGE_COLUMNS)
    .where('conversation_id', '=', conversationId)
    .where('seq', 'in', [...seqs])
    .orderBy('seq')
    .execute();
}

/** The messages of an exchange: the request and what its answer added. */
export async function messagesOfExchange(db: Db, exchange: ExchangeRow): Promise<MessageRow[]> {
  const { exchangeResult, phoneAgreed, weixinAgreed } = MESSAGE_TYPES;
  return db
    .selectFrom('chat_message')
    .select(MESSAGE_COLUMNS)
    .where('conversation_id', '=', exchange.conversation_id)
    .where('seq', '>=', exchange.request_seq)
    .where((where) =>
      where.or([
        where('seq', '=', exchange.request_seq),
        where.and([
          where('type', 'in', [exchangeResult, phoneAgreed, weixinAgreed]),
          sql<boolean>`strpos(body, ${exchange.id}) > 0`,
        ]),
      ]),
    )
    .orderBy('seq')
    .execute();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function exchangeById(db: Db, id: string): Promise<ExchangeRow | undefined> {
  if (!UUID.test(id)) return undefined;
  return db.selectFrom('chat_exchange').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The state of one exchange, for its messages. */
export const statesOf = (exchange: Pick<ExchangeRow, 'id' | 'state' | 'expires_at'>): ExchangeStates =>
  new Map([[exchange.id, exchange]]);

/** Everything that two people asked of each other, the oldest first. */
export async function exchangesIn(db: Db, conversationId: string, kind?: ExchangeKind): Promise<ExchangeRow[]> {
  let query = db.selectFrom('chat_exchange').selectAll().where('conversation_id', '=', conversationId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return query.orderBy('created_at').orderBy('request_seq').execute();
}

export async function insertExchange(trx: Db, row: ExchangeRow): Promise<void> {
  await trx.insertInto('chat_exchange').values(row).execute();
}

/** The one transition out of `pending`. False when another transaction made it, or it is no longer open. */
export async function settleExchange(
  trx: Db,
  id: string,
  settled: { state: Exclude<ExchangeState, 'pending' | 'expired'>; companyId: string | null; at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('chat_exchange')
    .set({ state: settled.state, company_id: settled.companyId, decided_at: settled.at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '>', settled.at.toISOString())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes the requests of a conversation whose term is over. Answers with the numbers of their messages. */
export async function lapseExchanges(trx: Db, conversationId: string, kind: ExchangeKind, at: Date): Promise<number[]> {
  const rows = await trx
    .updateTable('chat_exchange')
    .set({ state: 'expired', decided_at: at })
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', at.toISOString())
    .returning('request_seq')
    .execute();
  return rows.map((row) => row.request_seq);
}

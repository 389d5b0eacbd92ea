import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { ExchangeStates } from './message-view.ts';

/** Outside of every transaction: a NOTIFY inside one holds a lock of the whole database until it commits. */
export async function notifyHints(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** A conversation of two, as its row has it. */
export interface ConversationRow {
  readonly id: string;
  readonly user_a: string;
  readonly user_b: string;
  readonly last_seq: number;
  readonly change_rev: number;
  readonly spoke_a: boolean;
  readonly spoke_b: boolean;
}

/** The conversation of two; with `lock` nothing is added to it until the transaction ends. */
export async function conversationOf(
  db: Db,
  me: string,
  peer: string,
  lock = false,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select id, user_a, user_b, last_seq, change_rev, spoke_a, spoke_b from chat_conversation
    where user_a = least(${me}::bigint, ${peer}::bigint) and user_b = greatest(${me}::bigint, ${peer}::bigint)
    ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows[0];
}

/** Marks messages of a locked conversation as changed. Answers with the cursors of the two after it, by the lower id first. */
export async function touchMessages(
  trx: Db,
  conversationId: string,
  seqs: readonly number[],
): Promise<{ rev_a: string; rev_b: string }> {
  const { rows } = await sql<{ rev_a: string; rev_b: string }>`
    select rev_a, rev_b from chat_touch(${conversationId}::bigint, ${[...seqs]}::integer[])`.execute(trx);
  return rows[0] as { rev_a: string; rev_b: string };
}

/** Has either of two blocked the other? */
export async function blocksBetween(db: Db, me: string, peer: string): Promise<{ mine: boolean; theirs: boolean }> {
  const rows = await db
    .selectFrom('chat_inbox')
    .select(['user_id', 'blocked'])
    .where((where) => where.or([where.and({ user_id: me, peer_id: peer }), where.and({ user_id: peer, peer_id: me })]))
    .execute();
  const of = (uid: string) => rows.some(({ user_id, blocked }) => user_id === uid && blocked);
  return { mine: of(me), theirs: of(peer) };
}

/** Do these two talk? Either has written to the other. */
export async function haveTalked(db: Db, me: string, peer: string): Promise<boolean> {
  const conversation = await conversationOf(db, me, peer);
  return conversation !== undefined && conversation.last_seq > 0;
}

/** The states of exchanges by id. */
export async function exchangeStates(db: Db, ids: readonly string[]): Promise<ExchangeStates> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('chat_exchange')
    .select(['id', 'state', 'expires_at'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

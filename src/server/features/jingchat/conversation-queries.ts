import { sql } from 'kysely';
import type { Kept } from '#shared/assistant/kept.ts';
import type { Db } from '#server/db/database.ts';

const COLUMNS = ['id', 'title', 'updated_at'] as const;

/** Conversations of a user that are not removed, the latest first. */
export const conversationsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('jingchat_conversation')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** A conversation of a user; with `isRemoved` one that was removed. */
export const conversationOf = (db: Db, accountId: string, id: string, isRemoved = false) =>
  db
    .selectFrom('jingchat_conversation')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', isRemoved ? 'is not' : 'is', null)
    .executeTakeFirst();

/** How many conversations a user has that are not removed. */
export async function countConversations(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('jingchat_conversation')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count);
}

export const insertConversation = (trx: Db, accountId: string, title: string, at: Date) =>
  trx
    .insertInto('jingchat_conversation')
    .values({ account_id: accountId, title, created_at: at, updated_at: at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export const touchConversation = (trx: Db, id: string, at: Date) =>
  trx
    .updateTable('jingchat_conversation')
    .set({ updated_at: at })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export const retitle = (db: Db, accountId: string, id: string, title: string) =>
  db
    .updateTable('jingchat_conversation')
    .set({ title })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();

/** Removes a conversation, or restores it with null. Undefined where there is none that is not so yet. */
export const setRemoved = (db: Db, accountId: string, id: string, removedAt: Date | null) =>
  db
    .updateTable('jingchat_conversation')
    .set({ removed_at: removedAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', removedAt ? 'is' : 'is not', null)
    .returning(COLUMNS)
    .executeTakeFirst();

/** Deletes what a user removed before an instant. */
export async function deleteRemoved(trx: Db, accountId: string, before: Date): Promise<void> {
  await trx
    .deleteFrom('jingchat_conversation')
    .where('account_id', '=', accountId)
    .where('removed_at', '<', before.toISOString())
    .execute();
}

/** Everything of a user, for ever. */
export async function deleteConversations(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('jingchat_conversation').where('account_id', '=', accountId).execute();
}

export const questionsOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('jingchat_question')
    .select(['id', 'question', 'asked_at'])
    .select(sql<string>`kept->>'kind'`.as('kind'))
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute();

export async function countQuestions(db: Db, conversationId: string): Promise<number> {
  const row = await db
    .selectFrom('jingchat_question')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return Number(row?.count);
}

/** A question of a user in a conversation that is not removed, with what is kept of its answer. */
export const questionOf = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('jingchat_question as q')
    .innerJoin('jingchat_conversation as c', 'c.id', 'q.conversation_id')
    .select(['q.id', 'q.question', 'q.kept', 'q.asked_at'])
    .where('q.id', '=', id)
    .where('c.account_id', '=', accountId)
    .where('c.removed_at', 'is', null)
    .executeTakeFirst();

/** What is kept of the last question of a conversation that was answered before one. */
export const answeredBefore = (db: Db, id: string) =>
  db
    .selectFrom('jingchat_question as q')
    .innerJoin('jingchat_question as earlier', 'earlier.conversation_id', 'q.conversation_id')
    .select('earlier.kept')
    .where('q.id', '=', id)
    .whereRef('earlier.id', '<', 'q.id')
    .where(sql<string>`earlier.kept->>'kind'`, '=', 'answer')
    .orderBy('earlier.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertQuestion = (trx: Db, conversationId: string, question: string, kept: Kept, at: Date) =>
  trx
    .insertInto('jingchat_question')
    .values({ conversation_id: conversationId, question, kept: JSON.stringify(kept), asked_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();

export async function keepAnswer(db: Db, id: string, kept: Kept): Promise<void> {
  await db
    .updateTable('jingchat_question')
    .set({ kept: JSON.stringify(kept) })
    .where('id', '=', id)
    .execute();
}

/** All that a user asked, oldest first. */
export const askedBy = (db: Db, accountId: string) =>
  db
    .selectFrom('jingchat_question as q')
    .innerJoin('jingchat_conversation as c', 'c.id', 'q.conversation_id')
    .select(['c.title as conversation', 'q.question', 'q.asked_at as askedAt'])
    .where('c.account_id', '=', accountId)
    .orderBy('q.id')
    .execute();

/** Different words at most; of those that are known the count still goes up. */
const MAX_WORDS = 5000;

/** Counts words that meant nothing where an object was asked about. */
export async function countWords(db: Db, words: readonly string[], object: string, at: Date): Promise<void> {
  await sql`
    insert into jingchat_word as kept (word, object_api_name, count, first_at, last_at)
      select word, ${object}, 1, ${at}::timestamptz, ${at}::timestamptz
        from unnest(${[...new Set(words)].toSorted()}::text[]) word
        where (select count(*) from jingchat_word) < ${sql.lit(MAX_WORDS)}
          or exists (select from jingchat_word known where known.word = word and known.object_api_name = ${object})
    on conflict (word, object_api_name) do update set count = kept.count + 1, last_at = excluded.last_at`.execute(db);
}

import { MAX_FOUND, type searchMessages } from '#schemas/api/chat-search.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { foundMessages } from './search-queries.ts';

/** What a user wrote and read in their own conversations, by a word of it. Nothing is found for white space alone. */
export async function search(db: Db, wd: string, actor: Member): Promise<ReplyOf<typeof searchMessages>> {
  const word = wd.replaceAll(/\s+/g, ' ').trim();
  if (word === '') return { list: [], hasMore: false };
  const rows = await foundMessages(db, actor.id, word, MAX_FOUND + 1);
  const list = rows.slice(0, MAX_FOUND).map(({ uid, name, avatar, seq, text, sent, created_at: timeStamp }) => ({
    uid,
    name,
    avatar,
    seq,
    text,
    sent,
    timeStamp,
  }));
  return { list, hasMore: rows.length > MAX_FOUND };
}

import { sql } from 'kysely';
import type { FeedType, NoticeAudience } from '#schemas/api/notices.ts';
import type { Db } from '#server/db/database.ts';

/** A notice before it is there. */
export interface NewNotice {
  readonly type: FeedType;
  readonly audience: NoticeAudience;
  /** Whose it is, for one person alone. */
  readonly accountId: string | null;
  /** Kinds of people, for a segment. */
  readonly kinds: readonly string[];
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
  /** What it is about: one key is stored once. */
  readonly key: string;
  /** Who of staff sent it; null for the platform itself. */
  readonly by: string | null;
}

/** What a system account says to many users, one row each. */
export type SharedNotice = Pick<NewNotice, 'type' | 'title' | 'body' | 'link' | 'key'>;

/**
 * A notice for each of these accounts, in one statement; those who have one of this key already, or are closed, get
 * none. No account is closed meanwhile. Gives those who have got it.
 */
export async function insertNoticeForEach(
  trx: Db,
  accountIds: readonly string[],
  { type, title, body, link, key }: SharedNotice,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with person as (
      select id from account where id = any(${[...accountIds]}::bigint[]) and closed_at is null order by id for share
    )
    insert into notice (type, audience, account_id, title, body, link, key, created_at)
      select ${type}::smallint, 'one', id, ${title}, ${body}, ${link}::text, ${key} || ':' || id, ${at.toISOString()}::timestamptz
      from person order by id
    on conflict (key) do nothing returning account_id`.execute(trx);
  return rows.map(({ account_id }) => account_id);
}

/** The id of the new notice; undefined when there is one of its key already, or the account that it is for is closed. */
export async function insertNotice(trx: Db, notice: NewNotice, at: Date): Promise<string | undefined> {
  const { type, audience, accountId, kinds, title, body, link, key, by } = notice;
  const { rows } = await sql<{ id: string }>`
    insert into notice (type, audience, account_id, kinds, title, body, link, key, created_by, created_at)
      select ${type}::smallint, ${audience}, ${accountId}::bigint, ${[...kinds]}::text[], ${title}, ${body}, ${link}::text,
        ${key}, ${by}::bigint, ${at.toISOString()}::timestamptz
      where ${accountId}::bigint is null
        or exists (select from account where id = ${accountId}::bigint and closed_at is null)
      on conflict (key) do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

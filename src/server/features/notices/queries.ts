import { sql } from 'kysely';
import type { FeedType } from '#schemas/api/notices.ts';
import type { Database, Db } from '#server/db/database.ts';

/** Unread entries and messages are counted exactly below this, and not beyond. */
const BOUND = 100;

/** The reader, and the kinds of user that they are today. */
export interface Reader {
  readonly id: string;
  readonly kinds: readonly string[];
}

export interface NoticeRow {
  readonly id: string;
  readonly type: FeedType;
  readonly message_type: number;
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
  readonly created_at: string;
  readonly read: boolean;
}

// Each feed is two ranges of an index, merged when it is read: what is for the user, and what is for users like them
// since they have had an account.
const own = ({ id }: Reader) => sql`n.audience = 'one' and n.account_id = ${id}::bigint and n.withdrawn_at is null`;
const shared = ({ id, kinds }: Reader) => sql`n.audience <> 'one' and n.withdrawn_at is null
  and n.created_at >= (select created_at from account where id = ${id}::bigint)
  and (n.audience = 'all' or n.kinds && ${[...kinds]}::text[])`;

export interface UnreadRow {
  readonly type: FeedType;
  readonly unread: number;
  /** Of messages of people who are not muted, none where all are; the same in every row. */
  readonly chat: number;
  /** Whether a livestream that they follow is on air. The same in every row. */
  readonly living: boolean;
}

const count = (mine: string) => `(select count(*) from (select from notice n
  where n.type = t.type and n.id > coalesce(c.read_id, 0) and n.withdrawn_at is null and ${mine} limit ${BOUND}) few)`;

// Planning this takes longer than running it: a prepared statement is planned once for each connection.
const UNREAD = `
  select t.type, least(${count(`n.audience = 'one' and n.account_id = $1::bigint`)}
      + ${count(`n.audience <> 'one' and n.created_at >= (select created_at from account where id = $1::bigint)
          and (n.audience = 'all' or n.kinds && $2::text[])`)}, ${BOUND})::integer as unread,
    (select coalesce(sum(unread), 0)::integer from (select unread from chat_inbox
      where user_id = $1::bigint and unread > 0 and not muted
        and not exists (select from chat_setting s where s.account_id = $1::bigint and s.quiet) limit ${BOUND}) loud) as chat,
    exists (select from live_follow f join live l on l.id = f.live_id where f.account_id = $1::bigint
      and l.cancelled_at is null and l.starts_at <= $4::timestamptz and l.ends_at > $4::timestamptz) as living
  from unnest($3::smallint[]) t (type)
  left join notice_cursor c on c.account_id = $1::bigint and c.type = t.type
  order by t.type`;

/** What is unread of each of these feeds, and of people: one statement, as every open browser asks every few seconds. */
export async function unreadOf(
  pool: Database['pool'],
  { id, kinds }: Reader,
  types: readonly FeedType[],
  now: Date,
): Promise<UnreadRow[]> {
  const { rows } = await pool.query<UnreadRow>({
    name: 'notice-unread',
    text: UNREAD,
    values: [id, kinds, types, now.toISOString()],
  });
  return rows;
}

const page = (reader: Reader, type: FeedType, after: string | undefined, limit: number) => {
  const part = (mine: typeof own) => sql`(select n.* from notice n where n.type = ${type}::smallint and ${mine(reader)}
    ${after === undefined ? sql`` : sql`and n.id < ${after}::bigint`} order by n.id desc limit ${limit})`;
  return sql`(${part(own)} union all ${part(shared)} order by id desc limit ${limit})`;
};

/** Up to `limit` entries of a feed before the one of id `after`, newest first. */
export async function entriesOf(
  db: Db,
  reader: Reader,
  type: FeedType,
  after: string | undefined,
  limit: number,
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select feed.id, feed.type, feed.message_type, feed.title, feed.body, feed.link, feed.created_at,
      feed.id <= coalesce((select read_id from notice_cursor
        where account_id = ${reader.id}::bigint and type = ${type}::smallint), 0) as read
    from ${page(reader, type, after, limit)} feed order by feed.id desc`.execute(db);
  return rows;
}

/** The latest entry of each of these feeds that has one. */
export async function latestOf(db: Db, reader: Reader, types: readonly FeedType[]): Promise<NoticeRow[]> {
  const parts = types.map((type) => sql`(select n.*, false as read from ${page(reader, type, undefined, 1)} n)`);
  const { rows } = await sql<NoticeRow>`
    select id, type, message_type, title, body, link, created_at, read
    from (${sql.join(parts, sql` union all `)}) latest`.execute(db);
  return rows;
}

/**
 * Everything of a feed up to the entry of id `upTo` has been on screen. The cursor only moves forward, and never past
 * what is there to be seen; notices of staff that it passes count one reader more. True when it moved.
 */
export async function moveCursor(db: Db, reader: Reader, type: FeedType, upTo: string): Promise<boolean> {
  const before = String(BigInt(upTo) + 1n);
  return db.transaction().execute(async (trx) => {
    const seen = await sql<{ id: string }>`select id from ${page(reader, type, before, 1)} seen`.execute(trx);
    const to = seen.rows[0]?.id;
    if (to === undefined) return false;
    // Locks the cursor, so that two screens of a user do not count one reading twice.
    const cursor = await sql<{ read_id: string }>`
      insert into notice_cursor (account_id, type, read_id) values (${reader.id}::bigint, ${type}::smallint, 0)
      on conflict (account_id, type) do update set read_id = notice_cursor.read_id returning read_id`.execute(trx);
    const from = cursor.rows[0]?.read_id ?? '0';
    if (BigInt(from) >= BigInt(to)) return false;
    await sql`update notice_cursor set read_id = ${to}::bigint
      where account_id = ${reader.id}::bigint and type = ${type}::smallint`.execute(trx);
    // In the order of their ids, so that readers wait for each other in one direction.
    await sql`with read as (
        select n.id from notice n where n.type = ${type}::smallint and n.created_by is not null
          and n.id > ${from}::bigint and n.id <= ${to}::bigint and (${own(reader)} or ${shared(reader)})
        order by n.id for no key update)
      update notice n set readers = n.readers + 1 from read where n.id = read.id`.execute(trx);
    return true;
  });
}

/** Takes away what was said to one account alone, and where it had read to. */
export async function forgetOwn(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('notice').where('audience', '=', 'one').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('notice_cursor').where('account_id', '=', accountId).execute();
}

import { type RawBuilder, sql } from 'kysely';
import type { FeedType } from '#schemas/api/notices.ts';
import { INVESTOR_ROLES, ORGANISATION_ROLES, SVIP } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';

const sent = (db: Db) =>
  db
    .selectFrom('notice')
    .innerJoin('account as sender', 'sender.id', 'notice.created_by')
    .leftJoin('account as person', 'person.id', 'notice.account_id')
    .selectAll('notice')
    .select(['sender.name as sender_name', 'person.name as person_name']);
export type SentRow = Awaited<ReturnType<ReturnType<typeof sent>['executeTakeFirstOrThrow']>>;

/** Up to `limit` notices of staff before the one of id `after`, newest first. */
export async function sentNotices(db: Db, after: string | undefined, limit: number): Promise<SentRow[]> {
  let query = sent(db);
  if (after !== undefined) query = query.where('notice.id', '<', after);
  return query.orderBy('notice.id', 'desc').limit(limit).execute();
}

export const sentById = (db: Db, id: string): Promise<SentRow | undefined> =>
  sent(db).where('notice.id', '=', id).executeTakeFirst();

export const sentByKey = (db: Db, key: string): Promise<SentRow | undefined> =>
  sent(db).where('notice.key', '=', key).executeTakeFirst();

/** Takes a notice of staff back; undefined when it was not there to be taken. */
export const withdraw = (trx: Db, id: string, at: Date) =>
  trx
    .updateTable('notice')
    .set({ withdrawn_at: at })
    .where('id', '=', id)
    .where('created_by', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .returning(['title', 'account_id'])
    .executeTakeFirst();

/** An account that is not closed; what is written about it in this transaction is written before it closes. */
export const openPerson = (trx: Db, id: string) =>
  trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();

/** What `kindsOfActor` says of an account, by kind, as conditions on its row `a`. */
function kindConditions(now: Date): Readonly<Record<string, RawBuilder<boolean>>> {
  const holds = (roles: readonly string[]) => sql<boolean>`a.roles && ${[...roles]}::text[]`;
  const svip = sql<boolean>`(a.vip_type = ${SVIP} and (a.vip_until is null or a.vip_until > ${now.toISOString()}::timestamptz))`;
  const certified = holds(['START_UP', ...INVESTOR_ROLES, ...ORGANISATION_ROLES]);
  return {
    founder: holds(['START_UP']),
    investor: holds([...INVESTOR_ROLES]),
    organisation: holds([...ORGANISATION_ROLES]),
    svip,
    member: sql<boolean>`not (${certified} or ${svip})`,
  };
}

/** How many open accounts are of any of these kinds today; all of them without kinds. */
export async function countPeople(db: Db, kinds: readonly string[], now: Date): Promise<number> {
  const conditions = kindConditions(now);
  const any = kinds.flatMap((kind) => conditions[kind] ?? []);
  const { rows } = await sql<{ people: number }>`
    select count(*)::integer as people from account a
    where a.closed_at is null and (${any.length === 0 ? sql`true` : sql.join(any, sql` or `)})`.execute(db);
  return rows[0]?.people ?? 0;
}

/** A notice whose readers are counted. */
type Counted = Pick<SentRow, 'id' | 'type' | 'audience' | 'account_id' | 'kinds' | 'created_at'>;

interface ReaderGroup {
  readonly type: FeedType;
  /** How many of the counted ids the cursor has passed, and how many of their instants the account is older than not. */
  readonly passed: number;
  readonly late: number;
  readonly kinds: readonly string[];
  readonly people: number;
}

/**
 * How many of those whom each notice is for have read up to it. The cursors are gone through once for all notices to
 * many, in groups: joined one by one with thirty notices they would be millions of rows.
 */
export async function readersOf(db: Db, notices: readonly Counted[], now: Date): Promise<Map<string, number>> {
  const toMany = notices
    .filter(({ audience }) => audience !== 'one')
    .toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  const groups = await readerGroups(db, toMany, now);
  const instants = instantsOf(toMany);
  const counts = toMany.map((notice, index): [string, number] => {
    const born = instants.indexOf(notice.created_at);
    const readers = groups.filter(
      ({ type, passed, late, kinds }) =>
        type === notice.type &&
        passed > index &&
        late <= born &&
        (notice.audience === 'all' || kinds.some((kind) => notice.kinds.includes(kind))),
    );
    return [notice.id, readers.reduce((sum, { people }) => sum + people, 0)];
  });
  return new Map([...counts, ...(await ownReaders(db, notices))]);
}

const instantsOf = (notices: readonly Counted[]): string[] =>
  [...new Set(notices.map((notice) => notice.created_at))].toSorted();

async function readerGroups(db: Db, notices: readonly Counted[], now: Date): Promise<ReaderGroup[]> {
  const ids = notices.map(({ id }) => id);
  if (ids.length === 0) return [];
  // Bounds of width_bucket are the lower ones: an account of the very instant counts as there already.
  const since = instantsOf(notices).map((at) => new Date(Date.parse(at) + 1).toISOString());
  const kinds = Object.entries(kindConditions(now)).map(
    ([kind, condition]) => sql`case when ${condition} then ${kind} end`,
  );
  const { rows } = await sql<ReaderGroup>`
    select c.type, width_bucket(c.read_id, ${ids}::bigint[]) as passed,
      width_bucket(a.created_at, ${since}::timestamptz[]) as late,
      array_remove(array[${sql.join(kinds)}], null) as kinds, count(*)::integer as people
    from notice_cursor c join account a on a.id = c.account_id
    where c.read_id >= ${ids[0] ?? '0'}::bigint
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Of notices to one user: 1 when they have read up to it. */
async function ownReaders(db: Db, notices: readonly Counted[]): Promise<[string, number][]> {
  const ids = notices.filter(({ audience }) => audience === 'one').map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('notice')
    .innerJoin('notice_cursor', (join) =>
      join
        .onRef('notice_cursor.account_id', '=', 'notice.account_id')
        .onRef('notice_cursor.type', '=', 'notice.type')
        .onRef('notice_cursor.read_id', '>=', 'notice.id'),
    )
    .select('notice.id')
    .where('notice.id', 'in', ids)
    .execute();
  return rows.map(({ id }) => [id, 1]);
}

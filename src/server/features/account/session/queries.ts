import { type Insertable, type Selectable, sql } from 'kysely';
import type { SessionEnd } from '#shared/policy/session-ends.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export type AccountRow = Pick<
  Selectable<Tables['account']>,
  | 'id'
  | 'username'
  | 'name'
  | 'password_hash'
  | 'roles'
  | 'duties'
  | 'vip_type'
  | 'vip_until'
  | 'frozen_at'
  | 'closed_at'
>;

const COLUMNS = [
  'account.id',
  'username',
  'name',
  'password_hash',
  'roles',
  'duties',
  'vip_type',
  'vip_until',
  'frozen_at',
  'closed_at',
] as const;

/** The account has a second factor that counts. */
const HAS_FACTOR = sql<boolean>`exists (select from second_factor f
  where f.account_id = account.id and f.confirmed_at is not null)`;

/** An account that is not closed, by its id. */
export async function accountById(db: Db, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** What an account may read about itself, still sealed where it is stored so. */
export async function profileRow(db: Db, id: string) {
  return db
    .selectFrom('account')
    .select([...COLUMNS, 'avatar', 'intro', 'phone_sealed', 'email_sealed', HAS_FACTOR.as('has_factor')])
    .select(sql<boolean>`exists (select from company_member m where m.account_id = account.id)`.as('speaks'))
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** A session with its account, over or not. */
export async function sessionByToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([...COLUMNS, 'session.id as session_id', 'seen_at', 'expires_at', 'ended_because', 'proved_factor'])
    .select(HAS_FACTOR.as('has_factor'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function insertSession(db: Db, session: Insertable<Tables['session']>): Promise<void> {
  await db.insertInto('session').values(session).execute();
}

/** Notes that the owner of a session proved the second factor in it. */
export async function markFactorProved(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('session').set({ proved_factor: true }).where('id', '=', sessionId).execute();
}

/** Marks sessions as over and says whose they were. */
export async function endSessions(
  db: Db,
  of: { token_hash?: string; account_id?: string; id?: string; exceptId?: string | undefined },
  because: SessionEnd,
  now: Date,
): Promise<string[]> {
  let update = db
    .updateTable('session')
    .set({ ended_at: now.toISOString(), ended_because: because })
    .where('ended_at', 'is', null);
  if (of.token_hash !== undefined) update = update.where('token_hash', '=', of.token_hash);
  if (of.account_id !== undefined) update = update.where('account_id', '=', of.account_id);
  if (of.id !== undefined) update = update.where('id', '=', of.id);
  if (of.exceptId !== undefined) update = update.where('id', '<>', of.exceptId);
  const ended = await update.returning('account_id').execute();
  return ended.map((row) => row.account_id);
}

/** Notes that a session is in use, unless a user noted it since `before`. */
export async function noteSeen(db: Db, tokenHash: string, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where((where) => where.or([where('seen_at', 'is', null), where('seen_at', '<', before.toISOString())]))
    .execute();
}

/** Sessions of an account that are not over, the latest in use first. */
export async function liveSessions(db: Db, accountId: string, now: Date, limit: number) {
  return db
    .selectFrom('session')
    .select(['id', 'device', 'address', 'created_at', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('seen_at', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** What became of each of these sessions: `shut` is one whose account was frozen or closed, `over` also one that is gone. */
export async function sessionStatesOf(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, 'live' | 'over' | 'shut'>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id', 'ended_at', 'expires_at', 'frozen_at', 'closed_at'])
    .where(sql<boolean>`session.id = any(${ids}::text[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    ids.map((id) => {
      const row = known.get(id);
      if (row && (row.frozen_at ?? row.closed_at)) return [id, 'shut'];
      return [id, row && row.ended_at === null && new Date(row.expires_at) > now ? 'live' : 'over'];
    }),
  );
}

/** Clears away at most `limit` sessions that expired before an instant, of any account. */
export async function purgeSessions(db: Db, before: Date, limit: number): Promise<void> {
  const old = db
    .selectFrom('session')
    .select('token_hash')
    .where('expires_at', '<', before.toISOString())
    .orderBy('expires_at')
    .limit(limit);
  await db.deleteFrom('session').where('token_hash', 'in', old).execute();
}

import { type Selectable, sql } from 'kysely';
import type { AccountState, UserKind } from '#schemas/api/staff.ts';
import { INVESTOR_ROLES, ORGANISATION_ROLES, SVIP } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

const COLUMNS = [
  'id',
  'username',
  'name',
  'phone_sealed',
  'roles',
  'vip_type',
  'vip_until',
  'frozen_at',
  'frozen_because',
  'closed_at',
  'intro',
  'created_at',
] as const;
export type UserRow = Pick<Selectable<Tables['account']>, (typeof COLUMNS)[number]>;

/** Who is looked for. `word` is part of a name or username, `uid` and `phoneIndex` are whole; any of them will do. */
export interface UserFilter {
  readonly word: string;
  readonly uid: string | undefined;
  readonly phoneIndex: string | undefined;
  readonly kind: UserKind | undefined;
  readonly state: AccountState | undefined;
  readonly after: string | undefined;
  readonly now: Date;
}

const holdsOneOf = (roles: Iterable<string>) => sql<boolean>`roles && ${[...roles]}::text[]`;
const isSvip = (now: Date) =>
  sql<boolean>`(vip_type = ${SVIP} and (vip_until is null or vip_until > ${now.toISOString()}::timestamptz))`;

function isOfKind(kind: UserKind, now: Date) {
  switch (kind) {
    case 'founder':
      return holdsOneOf(['START_UP']);
    case 'investor':
      return holdsOneOf(INVESTOR_ROLES);
    case 'organisation':
      return holdsOneOf(ORGANISATION_ROLES);
    case 'staff':
      return holdsOneOf(['staff']);
    case 'svip':
      return isSvip(now);
    case 'none':
      return sql<boolean>`(roles = '{}' and not ${isSvip(now)})`;
  }
}

const STATES: Readonly<Record<AccountState, ReturnType<typeof sql<boolean>>>> = {
  active: sql<boolean>`(frozen_at is null and closed_at is null)`,
  frozen: sql<boolean>`(frozen_at is not null and closed_at is null)`,
  closed: sql<boolean>`closed_at is not null`,
};

/** Up to `limit` accounts, newest first. */
export async function users(db: Db, filter: UserFilter, limit: number): Promise<UserRow[]> {
  const { word, uid, phoneIndex, kind, state, after, now } = filter;
  let query = db.selectFrom('account').select(COLUMNS).orderBy('id', 'desc').limit(limit);
  if (word !== '') {
    query = query.where((where) =>
      where.or([
        // Taken letter by letter: % and _ are letters here.
        sql<boolean>`position(lower(${word}) in lower(name)) > 0`,
        sql<boolean>`position(lower(${word}) in lower(username)) > 0`,
        ...(uid === undefined ? [] : [where('id', '=', uid)]),
        ...(phoneIndex === undefined ? [] : [where('phone_index', '=', phoneIndex)]),
      ]),
    );
  }
  if (kind) query = query.where(isOfKind(kind, now));
  if (state) query = query.where(STATES[state]);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.execute();
}

export const userById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('account').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** What is known of an account beside its own row. */
export interface UserFigures {
  readonly sessions: number;
  readonly seen_at: string | null;
  readonly open_reports: number;
  readonly reports: number;
  readonly cases: number;
}

export async function userFigures(db: Db, id: string, now: Date): Promise<UserFigures> {
  const { rows } = await sql<UserFigures>`
    select
      (select count(*)::int from session where account_id = ${id} and ended_at is null and expires_at > ${now.toISOString()}::timestamptz) as sessions,
      (select max(seen_at) from session where account_id = ${id}) as seen_at,
      (select count(*)::int from report where reported_id = ${id} and state = 'open') as open_reports,
      (select count(*)::int from report where reported_id = ${id}) as reports,
      (select count(*)::int from identity_case where account_id = ${id}) as cases`.execute(db);
  return rows[0] ?? { sessions: 0, seen_at: null, open_reports: 0, reports: 0, cases: 0 };
}

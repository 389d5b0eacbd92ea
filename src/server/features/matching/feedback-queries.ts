import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** What a user holds to be no match: an institution for a project or, where that is '0', a project for the user. */
export interface MarkKey {
  readonly account: string;
  readonly project: string;
  readonly institution: string;
}

/** What is said with a mark; `facts` is a keyed hash of what the reason is about. */
interface MarkSaid {
  readonly title: string;
  readonly reason: string;
  readonly at: Date;
  readonly facts: string | null;
}

/** A mark as it is kept. */
export interface KeptMark {
  readonly reason: string;
  readonly at: Date;
  readonly facts: string | null;
  readonly lapsed: 'changed' | 'aged' | null;
}

/** Marks, or gives an earlier mark another reason. Nothing is kept of an account that was closed meanwhile. */
export async function saveMark(db: Db, mark: MarkKey, said: MarkSaid): Promise<void> {
  await sql`
    insert into match_feedback as kept (account_id, project_id, institution_id, title, reason, at, facts)
    select a.id, ${mark.project}::bigint, ${mark.institution}::bigint, ${said.title}, ${said.reason}, ${said.at}::timestamptz,
      ${said.facts}::text
    from account a where a.id = ${mark.account}::bigint and a.closed_at is null for share of a
    on conflict (account_id, project_id, institution_id) do update
      set reason = excluded.reason, title = excluded.title, at = excluded.at, facts = excluded.facts,
        lapsed = null, lapsed_at = null
      where kept.reason <> excluded.reason or kept.lapsed is not null`.execute(db);
}

export async function deleteMark(db: Db, { account, project, institution }: MarkKey): Promise<void> {
  await db
    .deleteFrom('match_feedback')
    .where('account_id', '=', account)
    .where('project_id', '=', project)
    .where('institution_id', '=', institution)
    .execute();
}

/** What a user marked for a project, by institution; for '0' as an investor, by project. */
export async function keptMarks(db: Db, account: string, project: string): Promise<ReadonlyMap<string, KeptMark>> {
  const isInvestor = project === '0';
  const rows = await db
    .selectFrom('match_feedback')
    .select(['project_id', 'institution_id', 'reason', 'at', 'facts', 'lapsed'])
    .where('account_id', '=', account)
    .where((where) =>
      isInvestor
        ? where('institution_id', '=', '0')
        : where.and([where('project_id', '=', project), where('institution_id', '<>', '0')]),
    )
    .execute();
  return new Map(
    rows.map(({ project_id, institution_id, at, ...mark }) => [
      isInvestor ? project_id : institution_id,
      { ...mark, at: new Date(at) },
    ]),
  );
}

/** Marks that leave nothing out any more. Those that were given again meanwhile stay. */
export async function lapse(db: Db, keys: readonly MarkKey[], why: 'changed' | 'aged', at: Date): Promise<void> {
  const of = (key: keyof MarkKey) => keys.map((one) => one[key]);
  await sql`
    update match_feedback f set lapsed = ${why}, lapsed_at = ${at}::timestamptz
    from unnest(${of('account')}::bigint[], ${of('project')}::bigint[], ${of('institution')}::bigint[])
      as old (account_id, project_id, institution_id)
    where f.account_id = old.account_id and f.project_id = old.project_id and f.institution_id = old.institution_id
      and f.lapsed is null and f.at <= ${at}::timestamptz`.execute(db);
}

/** Deletes marks that lapsed long enough ago to be known. */
export async function sweepLapsed(db: Db, now: Date): Promise<void> {
  await sql`delete from match_feedback where lapsed_at < ${now}::timestamptz - interval '30 days'`.execute(db);
}

/** All marks of a user, for the copy of what is kept about them. */
export async function marksOf(db: Db, accountId: string) {
  const { rows } = await sql<{ title: string; reason: string; at: string }>`
    select title, reason, at from match_feedback where account_id = ${accountId}::bigint order by id`.execute(db);
  return rows;
}

export async function deleteMarksOf(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('match_feedback').where('account_id', '=', accountId).execute();
}

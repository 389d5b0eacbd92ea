import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** What a user holds to be no match: an institution for a project or, where that is '0', a project for the user. */
export interface Mark {
  readonly account: string;
  readonly project: string;
  readonly institution: string;
}

/** Marks, or gives an earlier mark another reason. Nothing is kept of an account that was closed meanwhile. */
export async function saveMark(db: Db, mark: Mark, said: { title: string; reason: string; at: Date }): Promise<void> {
  await sql`
    insert into match_feedback as kept (account_id, project_id, institution_id, title, reason, at)
    select a.id, ${mark.project}::bigint, ${mark.institution}::bigint, ${said.title}, ${said.reason}, ${said.at}::timestamptz
    from account a where a.id = ${mark.account}::bigint and a.closed_at is null for share of a
    on conflict (account_id, project_id, institution_id) do update
      set reason = excluded.reason, title = excluded.title, at = excluded.at
      where kept.reason <> excluded.reason`.execute(db);
}

export async function deleteMark(db: Db, { account, project, institution }: Mark): Promise<void> {
  await db
    .deleteFrom('match_feedback')
    .where('account_id', '=', account)
    .where('project_id', '=', project)
    .where('institution_id', '=', institution)
    .execute();
}

/** Institutions that a user marked for a project. */
export async function unfitInstitutions(db: Db, account: string, project: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('match_feedback')
    .select('institution_id as id')
    .where('account_id', '=', account)
    .where('project_id', '=', project)
    .where('institution_id', '<>', '0')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Projects that a user marked as an investor. */
export async function unfitProjects(db: Db, account: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('match_feedback')
    .select('project_id as id')
    .where('account_id', '=', account)
    .where('institution_id', '=', '0')
    .execute();
  return new Set(rows.map(({ id }) => id));
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

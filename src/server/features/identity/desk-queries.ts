import { type Selectable, sql } from 'kysely';
import type { CaseState, IdentityKind } from '#schemas/api/identity.ts';
import { COUNT_LIMIT } from '#schemas/api/records.ts';
import type { Db } from '#server/db/database.ts';
import type { IdentityTables } from '#server/db/tables/identity.ts';

/** A submission with the name of the user who handed it in. */
export type DeskRow = Selectable<IdentityTables['identity_case']> & { readonly applicant: string };

const rows = (db: Db) =>
  db
    .selectFrom('identity_case')
    .innerJoin('account', 'account.id', 'identity_case.account_id')
    .selectAll('identity_case')
    .select('account.name as applicant');

export interface DeskFilter {
  readonly state?: CaseState | undefined;
  readonly kind?: IdentityKind | undefined;
}

/** Where a page ended: the submission's instant and id. */
export interface DeskCursor {
  readonly at: string;
  readonly id: string;
}

/** Up to `limit` submissions behind a cursor, the one that waits longest first. */
export async function deskRows(
  db: Db,
  { state, kind }: DeskFilter,
  after: DeskCursor | undefined,
  limit: number,
): Promise<DeskRow[]> {
  let query = rows(db);
  if (state !== undefined) query = query.where('identity_case.state', '=', state);
  if (kind !== undefined) query = query.where('identity_case.kind', '=', kind);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(identity_case.submitted_at, identity_case.id) > (${after.at}::timestamptz, ${after.id}::bigint)`,
    );
  return query.orderBy('identity_case.submitted_at').orderBy('identity_case.id').limit(limit).execute();
}

/** How many there are, counted up to one more than COUNT_LIMIT. */
export async function deskCount(db: Db, { state, kind }: DeskFilter): Promise<number> {
  let some = db
    .selectFrom('identity_case')
    .select('id')
    .limit(COUNT_LIMIT + 1);
  if (state !== undefined) some = some.where('state', '=', state);
  if (kind !== undefined) some = some.where('kind', '=', kind);
  const row = await db
    .selectFrom(some.as('counted'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirst();
  return Number(row?.count);
}

export async function deskRow(db: Db, id: string): Promise<DeskRow | undefined> {
  return rows(db).where('identity_case.id', '=', id).executeTakeFirst();
}

const MAX_ALIKE = 20;

/** What other people handed in about the same company: claims of it, and new companies of the same name. */
export async function alikeRows(
  db: Db,
  row: Pick<DeskRow, 'id' | 'account_id' | 'kind' | 'company_id' | 'title'>,
): Promise<DeskRow[]> {
  if (row.kind !== 'claim' && row.kind !== 'founder') return [];
  const { company_id: companyId } = row;
  return rows(db)
    .where('identity_case.account_id', '<>', row.account_id)
    .where((where) =>
      where.or([
        ...(companyId === null ? [] : [where('identity_case.company_id', '=', companyId)]),
        ...(row.kind === 'founder'
          ? [
              where.and([
                where('identity_case.kind', '=', 'founder'),
                where(sql<string>`lower(identity_case.title)`, '=', row.title.toLowerCase()),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('identity_case.submitted_at', 'desc')
    .limit(MAX_ALIKE)
    .execute();
}

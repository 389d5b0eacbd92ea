import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { LegalKind } from '#schemas/api/legal.ts';
import type { Db } from '#server/db/database.ts';
import type { LegalTables } from '#server/db/tables/legal.ts';

export type VersionRow = Selectable<LegalTables['legal_version']>;
type Way = LegalTables['legal_consent']['way'];

/** The published versions of some kinds, the latest first. */
export function publishedVersions(db: Db, kinds: readonly LegalKind[]): Promise<VersionRow[]> {
  return db
    .selectFrom('legal_version')
    .selectAll()
    .where('kind', 'in', [...kinds])
    .where('number', 'is not', null)
    .orderBy('kind')
    .orderBy('number', 'desc')
    .execute();
}

/** Versions that an account agreed to, with when. */
export async function consentsOf(db: Db, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('legal_consent')
    .select(['version_id', 'at'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ version_id, at }) => [version_id, new Date(at).toISOString()]));
}

/** Takes note of a consent; one to the same version stays as it was. */
export async function insertConsent(
  db: Db,
  accountId: string,
  versionIds: readonly string[],
  { at, way }: { readonly at: Date; readonly way: Way },
): Promise<void> {
  await sql`
    insert into legal_consent (account_id, version_id, at, way)
    select ${accountId}::bigint, v::bigint, ${at.toISOString()}::timestamptz, ${way} from unnest(${[...versionIds]}::text[]) v
    on conflict do nothing`.execute(db);
}

/** What a user agreed to, for the copy of what is kept about the user. */
export async function consentsWithTexts(db: Db, accountId: string): Promise<unknown> {
  return db
    .selectFrom('legal_consent as c')
    .innerJoin('legal_version as v', 'v.id', 'c.version_id')
    .select(['v.kind', 'v.number', 'v.title', 'c.at', 'c.way'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.at')
    .orderBy('v.kind')
    .execute();
}

/** The id of a new draft, or that of the one which the key made before. */
export async function insertDraft(db: Db, draft: Insertable<LegalTables['legal_version']>): Promise<string> {
  const row = await db
    .insertInto('legal_version')
    .values(draft)
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return row.id;
  const known = db
    .selectFrom('legal_version')
    .select('id')
    .where('client_key', '=', draft.client_key ?? null);
  return (await known.executeTakeFirstOrThrow()).id;
}

/** A version, locked until the transaction ends. */
export function lockVersion(trx: Db, id: string): Promise<VersionRow | undefined> {
  return trx.selectFrom('legal_version').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateDraft(
  trx: Db,
  id: string,
  change: Omit<Updateable<LegalTables['legal_version']>, 'version'>,
): Promise<void> {
  await trx
    .updateTable('legal_version')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteDraft(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('legal_version').where('id', '=', id).execute();
}

/** The number that the next version of a kind gets. Publications of a kind wait for one another. */
export async function nextNumber(trx: Db, kind: LegalKind): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('legal'), hashtext(${kind}))`.execute(trx);
  const { last } = await trx
    .selectFrom('legal_version')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/** When an account was made. */
export async function accountMadeAt(db: Db, accountId: string): Promise<Date | undefined> {
  const row = await db.selectFrom('account').select('created_at').where('id', '=', accountId).executeTakeFirst();
  return row && new Date(row.created_at);
}

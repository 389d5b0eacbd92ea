import { sql } from 'kysely';
import { AGREED_KINDS } from '#schemas/api/legal.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { SVIP } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import { phoneColumns } from '#server/db/seal-phones.ts';
import type { SampleAccount } from '#sample/sample-accounts.ts';

/** True when a sample account may sign in. */
export async function sampleAccountsOpen(db: Db): Promise<boolean> {
  const open = db.selectFrom('account').select('id').where('is_sample', '=', true);
  const row = await open.where('frozen_at', 'is', null).where('closed_at', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** True when an account of staff may sign in. */
export async function hasStaff(db: Db): Promise<boolean> {
  const staff = db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`'staff' = any(roles)`);
  const row = await staff.where('frozen_at', 'is', null).where('closed_at', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The id of an account by its username. */
export async function accountIdOf(db: Db, username: string): Promise<string | undefined> {
  return (await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst())?.id;
}

/** True when a product exists or has existed. */
export async function hasProducts(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from record_key where object_api_name = 'Product' limit 1`.execute(db);
  const { rows: own } = await sql`select 1 from "Product" limit 1`.execute(db);
  return rows.length + own.length > 0;
}

/**
 * Keys of the records that a source brought and that are not any more as it brought them: another wrote them since, they are
 * archived or deleted. A deleted record has lost its key, which `keyField` had as well.
 */
export async function changedSinceShipped(
  db: Db,
  object: string,
  source: string,
  keyField: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select k.key from record_key k
      where k.object_api_name = ${object} and k.source = ${source}
        and (not exists (select 1 from ${sql.table(object)} r where r.id = k.record_id)
          or exists (select 1 from record_history h
            where h.object_api_name = ${object} and h.record_id = k.record_id and h.origin <> ${source}))
    union
    select gone.changes -> ${keyField} ->> 'before' from record_history gone
      join record_history made on made.object_api_name = ${object} and made.record_id = gone.record_id
        and made.version = 1 and made.origin = ${source}
      where gone.object_api_name = ${object} and gone.changes -> ${keyField} ->> 'before' is not null`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Writes the accounts that are not there yet. */
export async function insertAccounts(
  { db, vault }: Pick<Database, 'db' | 'vault'>,
  accounts: readonly SampleAccount[],
  passwordHash: string,
  now: Date,
): Promise<void> {
  const written = await db
    .insertInto('account')
    .values(
      accounts.map(({ username, name, phone, roles, isSvip, duties }) => ({
        username,
        name,
        phone_index: vault.index(phone, 'phone'),
        password_hash: passwordHash,
        roles: [...roles, ...(duties.length > 0 ? ['staff'] : [])],
        duties: [...duties],
        vip_type: isSvip ? SVIP : 0,
        is_sample: true,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning(['id', 'username'])
    .execute();
  const numbers = new Map(accounts.map(({ username, phone }) => [username, phone]));
  for (const { id, username } of written) {
    const phone = phoneColumns(vault, id, numbers.get(username) ?? '');
    await db.updateTable('account').set(phone).where('id', '=', id).execute();
  }
}

/** Companies of projects that are raising: first those that a user speaks for, then the oldest. */
export async function raisingCompanies(db: Db, catalog: Catalog, limit: number): Promise<string[]> {
  const project = boundTable(catalog, BINDINGS.project);
  const [raising] = BINDINGS.project.fields.status.options;
  const company = project.column('p', 'company');
  const { rows } = await sql<{ id: string }>`
    select ${company}::text as id from ${project.table} as p
    where ${project.column('p', 'status')} = ${raising} and ${company} is not null
    group by ${company}
    order by exists (select 1 from company_member m where m.company_id = ${company}) desc, min(p.id)
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Publishes the first version of a document, unless one was published before. */
export async function publishFirst(
  db: Db,
  { kind, title, body }: { readonly kind: string; readonly title: string; readonly body: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await sql`
    insert into legal_version (kind, number, title, body, created_at, updated_at, published_at)
    select ${kind}, 1, ${title}, ${body}, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    where not exists (select from legal_version v where v.kind = ${kind} and v.number is not null)
    on conflict do nothing`.execute(db);
}

/** The users of the sample have agreed to what is published. */
export async function agreeForSample(db: Db, now: Date): Promise<void> {
  await sql`
    insert into legal_consent (account_id, version_id, at, way)
    select a.id, v.id, ${now.toISOString()}::timestamptz, 'sample'
    from account a, legal_version v where a.is_sample and v.number is not null and v.kind = any(${[...AGREED_KINDS]}::text[])
    on conflict do nothing`.execute(db);
}

import { type RawBuilder, sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Db } from '#server/db/database.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';

/** The organisation that an account represents, and the position of the user there. */
export interface Entity {
  readonly entity: string | null;
  readonly position: string | null;
}

/**
 * SQL for what an account represents, as `entity` and `position` of one row or none: the institution of the user's
 * certification as an investor, else the first company that the user speaks for, else the certified organisation, else the
 * record whose contact the user is. It is part of a query, so that a page of users is read at once; and it is the only
 * place where this is decided, so that a user has the same entity everywhere.
 */
export function entityOf(catalog: Catalog, account: RawBuilder<unknown>): RawBuilder<Entity> {
  const sources = [
    certified(catalog, 'investor'),
    company(catalog),
    certified(catalog, 'serviceOrg'),
    party(catalog),
  ].filter((source) => source !== undefined);
  const numbered = sources.map((source, nth) => sql`(select ${sql.lit(nth)} as nth, s.* from (${source}) s)`);
  if (numbered.length === 0) return sql<Entity>`(select null::text as entity, null::text as position where false)`;
  return sql<Entity>`(select e.entity, nullif(e.position, '') as position
    from (select ${account} as id) whose
      cross join lateral (${sql.join(numbered, sql` union all `)}) e
    where e.entity <> '' order by e.nth limit 1)`;
}

const names = new WeakMap<Catalog, { readonly key: string; readonly text: string }>();

/** Text of SQL for its name alone, for the account `i.peer_id`; null for nothing. The same text until the catalog changes. */
export function entityNameText(db: Db, catalog: Catalog): string {
  const key = catalog.storedObjects.map(({ table, version }) => `${table}@${version}`).join();
  const known = names.get(catalog);
  if (known?.key === key) return known.text;
  const text = sql`(select n.entity from ${entityOf(catalog, sql`i.peer_id`)} n)`.compile(db).sql;
  names.set(catalog, { key, text });
  return text;
}

/** What one account represents; nulls for nothing, or for an account that is not there. */
export async function entityOfOne(db: Db, catalog: Catalog, accountId: string): Promise<Entity> {
  const { rows } = await sql<Entity>`
    select entity, position from ${entityOf(catalog, sql`${accountId}::bigint`)} one`.execute(db);
  return rows[0] ?? { entity: null, position: null };
}

// Each of these is read for the account `whose.id`.

/** The last certification of a kind that holds; an investor's may name an institution that is on record. */
function certified(catalog: Catalog, kind: 'investor' | 'serviceOrg') {
  const form = kind === 'investor' ? BINDINGS.investorForm : BINDINGS.serviceOrgForm;
  if (!catalog.find(form.object)) return undefined;
  const { table, column } = boundTable(catalog, form);
  const typed = column('r', 'institutionName');
  const { investorForm } = BINDINGS;
  const decided = sql`select l.institution_id from investor_link l where l.account_id = whose.id`;
  const named = form === investorForm && boundTable(catalog, investorForm).column('r', 'institution');
  // What staff decided comes before what the form named, also where they decided that there is none.
  const linked =
    named && institutionName(catalog, sql`case when exists (${decided}) then (${decided}) else ${named} end`);
  return sql`select ${linked ? sql`coalesce(${linked}, ${typed})` : typed} as entity, ${column('r', 'position')} as position
    from identity_case c join ${table} r on r.id = c.record_id
    where c.account_id = whose.id and c.kind = ${sql.lit(kind)} and c.state = 'APPROVED' order by c.id desc limit 1`;
}

/** The name of the institution with an id; undefined without institutions. */
function institutionName(catalog: Catalog, id: RawBuilder<unknown>) {
  if (!catalog.find(BINDINGS.institution.object)) return undefined;
  const { table, name } = boundTable(catalog, BINDINGS.institution);
  return sql`(select ${name('o')} from ${table} o where o.id = ${id})`;
}

function company(catalog: Catalog) {
  if (!catalog.find(BINDINGS.company.object)) return undefined;
  const { table, name } = boundTable(catalog, BINDINGS.company);
  return sql`select ${name('r')} as entity, m.position
    from company_member m join ${table} r on r.id = m.company_id
    where m.account_id = whose.id order by m.since, m.company_id limit 1`;
}

/** An investor's own record is named by where the investor works: the account has the investor's own name already. */
function party(catalog: Catalog) {
  const { object: investor } = BINDINGS.investor;
  const work = catalog.find(investor) && boundTable(catalog, BINDINGS.investor);
  const linked = work && institutionName(catalog, work.column('r', 'institution'));
  const named = catalog.storedObjects.map(({ apiName, table, definition }) => {
    const name =
      apiName === investor && linked
        ? sql`coalesce(${linked}, ${work.column('r', 'institutionName')})`
        : sql`r.${sql.ref(definition.nameField)}`;
    return sql`when ${sql.lit(apiName)} then (select ${name} from ${sql.table(table)} r where r.id = p.record_id)`;
  });
  const title = work
    ? sql`case p.object_api_name when ${sql.lit(investor)} then
        (select ${work.column('r', 'position')} from ${work.table} r where r.id = p.record_id) end`
    : sql`null::text`;
  return sql`select case p.object_api_name ${sql.join(named, sql` `)} end as entity, ${title} as position
    from record_party p where p.account_id = whose.id order by p.linked_at limit 1`;
}

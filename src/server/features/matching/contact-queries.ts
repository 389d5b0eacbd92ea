import { type RawBuilder, sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Contacts } from '#shared/matching/kinds/kind.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';
import { LEAST_CONTACTS } from '#shared/matching/tuning.ts';
import { startOfShanghaiDay } from '#shared/time/shanghai.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';

/** How often first contacts are answered, by institution and by company; those with fewer than LEAST_CONTACTS are left out. */
export interface FirstContacts {
  readonly institutions: ReadonlyMap<string, Contacts>;
  readonly companies: ReadonlyMap<string, Contacts>;
}

/** Days over which contacts count, in which their weight halves, and that one has to be answered. */
const DAYS = 730;
const HALF_DAYS = 365;
const PATIENCE_DAYS = 7;

/**
 * First contacts before a day: conversations that another user opened, answered by a message that the user wrote and no
 * setting sent; of companies also requests for their business plan, answered by a decision. A user who asks several people of
 * one side asked once. What was asked within the last days and is not answered does not count yet.
 */
export async function firstContacts(db: Db, catalog: Catalog, day: string): Promise<FirstContacts> {
  const until = startOfShanghaiDay(day);
  const written = (speakers: RawBuilder<unknown>) => sql`
    select s.party, c.opened_by as asker, c.created_at as at,
      case when c.opened_by = c.user_a then c.spoke_b else c.spoke_a end as answered
    from chat_conversation c join (${speakers}) s
      on s.account_id = case when c.opened_by = c.user_a then c.user_b else c.user_a end
    where not exists (select from (${speakers}) own where own.party = s.party and own.account_id = c.opened_by)`;
  const members = sql`select company_id as party, account_id from company_member`;
  const plans = sql`
    select company_id as party, account_id as asker, created_at as at, decided_at is not null as answered from plan_request`;
  return {
    institutions: await counted(db, written(speakersOf(catalog)), until),
    companies: await counted(db, sql`${written(members)} union all ${plans}`, until),
  };
}

async function counted(db: Db, asked: RawBuilder<unknown>, until: Date): Promise<ReadonlyMap<string, Contacts>> {
  const end = sql`${until.toISOString()}::timestamptz`;
  // Rounded, so that the sum of them is the same in any order.
  const weight = sql`round(power(0.5, extract(epoch from ${end} - at) / ${sql.lit(HALF_DAYS * DAY_SECONDS)})::numeric, 6)`;
  const { rows } = await sql<Record<'party' | 'asked' | 'answered' | 'asked_weight' | 'answered_weight', string>>`
    select party::text, count(*) as asked, count(*) filter (where answered) as answered,
      sum(weight) as asked_weight, coalesce(sum(weight) filter (where answered), 0) as answered_weight
    from (select party, bool_or(answered) as answered, max(${weight}) as weight from (${asked}) a
      where at < ${end} and at >= ${end} - ${sql.lit(DAYS)} * interval '1 day'
        and (answered or at < ${end} - ${sql.lit(PATIENCE_DAYS)} * interval '1 day')
      group by party, asker) each
    group by party having count(*) >= ${sql.lit(LEAST_CONTACTS)}`.execute(db);
  return new Map(
    rows.map((row) => [
      row.party,
      {
        asked: Number(row.asked),
        answered: Number(row.answered),
        askedWeight: Number(row.asked_weight),
        answeredWeight: Number(row.answered_weight),
      },
    ]),
  );
}

/**
 * Who speaks for an institution: by decision of staff, where there is none by the certification that holds, or as the contact
 * of its record or of one of its people.
 */
function speakersOf(catalog: Catalog): RawBuilder<unknown> {
  const form = boundTable(catalog, BINDINGS.investorForm);
  const person = boundTable(catalog, BINDINGS.investor);
  return sql`
    select institution_id as party, account_id from investor_link where institution_id is not null
    union select ${form.column('f', 'institution')}, c.account_id
      from identity_case c join ${form.table} f on f.id = c.record_id
      where c.kind = 'investor' and c.state = 'APPROVED' and ${form.column('f', 'institution')} is not null
        and not exists (select from investor_link l where l.account_id = c.account_id)
    union select record_id, account_id from record_party where object_api_name = ${sql.lit(BINDINGS.institution.object)}
    union select ${person.column('i', 'institution')}, p.account_id
      from record_party p join ${person.table} i on i.id = p.record_id
      where p.object_api_name = ${sql.lit(BINDINGS.investor.object)} and ${person.column('i', 'institution')} is not null`;
}

/** A record that leads to a user. */
export interface ContactOf {
  readonly objectApiName: string;
  readonly id: string;
}

/**
 * The records by which the users behind institutions are found: the institution itself where staff named its contact, else the
 * first of its people who has one.
 */
export async function contactsOfInstitutions(
  db: Db,
  catalog: Catalog,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContactOf>> {
  const person = boundTable(catalog, BINDINGS.investor);
  const { rows } = await sql<{ party: string; object: string; id: string }>`
    select distinct on (found.party) found.party::text, found.object, found.id::text from (
      select p.record_id as party, 0 as step, p.object_api_name as object, p.record_id as id, p.account_id
        from record_party p where p.object_api_name = ${sql.lit(BINDINGS.institution.object)}
          and p.record_id = any(${ids}::bigint[])
      union all select ${person.column('i', 'institution')}, 1, p.object_api_name, i.id, p.account_id
        from ${person.table} i join record_party p
          on p.object_api_name = ${sql.lit(BINDINGS.investor.object)} and p.record_id = i.id
        where ${person.column('i', 'institution')} = any(${ids}::bigint[])
    ) found join account a on a.id = found.account_id and a.closed_at is null and a.frozen_at is null
    order by found.party, found.step, found.id`.execute(db);
  return new Map(rows.map(({ party, object, id }) => [party, { objectApiName: object, id }]));
}

/** Those of some projects whose company, or who themselves, lead to a user. */
export async function contactsOfProjects(db: Db, projects: readonly { id: string; company: string | undefined }[]) {
  const object = BINDINGS.project.object;
  const { rows } = await sql<{ id: string }>`
    select id::text from unnest(${projects.map(({ id }) => id)}::bigint[], ${projects.map(({ company }) => company ?? null)}::bigint[])
      as one (id, company)
    where exists (select from company_member m join account a on a.id = m.account_id
        where m.company_id = one.company and a.closed_at is null and a.frozen_at is null)
      or exists (select from record_party p join account a on a.id = p.account_id
        where ((p.object_api_name = ${object} and p.record_id = one.id)
            or (p.object_api_name = ${BINDINGS.company.object} and p.record_id = one.company))
          and a.closed_at is null and a.frozen_at is null)`.execute(db);
  return new Map(rows.map(({ id }): [string, ContactOf] => [id, { objectApiName: object, id }]));
}

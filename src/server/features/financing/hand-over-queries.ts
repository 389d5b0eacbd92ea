import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { boundTable } from '#server/core/bindings/bound-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';

/**
 * Gives the requests that an account filed to another member of their companies, an owner before an editor: they are the
 * companies'. What is personal to the account goes, also from the history: the contact, and what is sealed for its writer. The
 * next change asks for a contact. Requests of companies that no one else speaks for stay the account's.
 */
export async function handOverRequests(trx: Db, catalog: Catalog, accountId: string): Promise<void> {
  const { object, fields } = BINDINGS.financing;
  const known = catalog.object(object);
  const { table, column } = boundTable(catalog, BINDINGS.financing);
  const personal = known.definition.fields.filter(
    (field) => isSealed(field) || field.apiName === fields.contactName.apiName,
  );
  const emptied = personal.flatMap((field) =>
    fieldType(field)
      .columns(field)
      .map(({ name }) => name),
  );
  const none = sql.join(emptied.map((name) => sql`${sql.ref(name)} = null`));
  const names = personal.map(({ apiName }) => apiName);
  await sql`
    with heir as (
      select r.id, (
        select m.account_id from company_member m
        where m.company_id::text = ${column('r', 'company')}::text and m.account_id <> ${accountId}::bigint
        order by m.role desc, m.since, m.id limit 1) as account_id
      from ${table} r where r."createdBy" = ${accountId}
    ), given as (
      update ${table} r set "createdBy" = heir.account_id::text, ${none}
      from heir where heir.id = r.id and heir.account_id is not null
      returning r.id, heir.account_id
    ), filed as (
      update financing_case f set account_id = given.account_id from given where f.record_id = given.id
    )
    update record_history h set changes = h.changes - ${names}::text[]
    from given where h.object_api_name = ${object} and h.record_id = given.id`.execute(trx);
}

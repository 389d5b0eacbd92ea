import type { ContactCard } from '#schemas/api/contacts.ts';
import { Failure } from '#shared/errors.ts';
import { publicRoles } from '#shared/policy/role-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';
import { companiesOf, partyById, partyRecordOf, recordNames } from '#server/lib/parties/queries.ts';

/**
 * Somebody who is the contact of a record, as every member may know him: nothing by which he is reached.
 * @throws Failure UNKNOWN_RECORD for everybody else, known or not.
 */
export async function simpleCard(db: Db, catalog: Catalog, uid: string): Promise<ContactCard> {
  const party = await partyById(db, uid);
  if (!party) throw new Failure('UNKNOWN_RECORD', '用户不存在');
  const { id, name, avatar, intro, roles } = party;
  return {
    uid: id,
    name,
    avatar,
    intro,
    identityRoles: publicRoles(roles),
    entityName: await entityOf(db, catalog, uid),
  };
}

/** The company that somebody speaks for, else the record that he is the contact of. */
async function entityOf(db: Db, catalog: Catalog, uid: string): Promise<string | null> {
  const [companyId] = await companiesOf(db, uid);
  const named = companyId === undefined ? await partyRecordOf(db, uid) : undefined;
  const id = companyId ?? named?.record_id;
  const object = catalog.find(named?.object_api_name ?? 'InsightCompany');
  if (id === undefined || !object) return null;
  return (await recordNames(db, object.table, object.definition.nameField, [id])).get(id) ?? null;
}

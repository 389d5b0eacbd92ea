import type { ContactCard } from '#schemas/api/contacts.ts';
import { Failure } from '#shared/errors.ts';
import { publicRoles } from '#shared/policy/role-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { entityOfOne } from '#server/platform/parties/entity-queries.ts';
import { partyById } from '#server/platform/parties/queries.ts';

/**
 * The contact of a record as every member may see it: nothing by which the contact is reached.
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
    entityName: (await entityOfOne(db, catalog, uid)).entity,
  };
}

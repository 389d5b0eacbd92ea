import type { Audience } from '#schemas/metadata/audience.ts';
import { companyLink } from '#generators/object.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import { limitsOf } from '#shared/policy/row-limits.ts';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { goneRecord } from '#server/core/lifecycle/queries.ts';

/**
 * Says of an archived record that it is one, to those who might have opened it; of what it was then no condition is known to hold.
 * @throws Failure RECORD_ARCHIVED
 */
export async function refuseArchived(
  db: Db,
  asked: { readonly object: CatalogObject; readonly id: string; readonly audience: Audience },
  actor: Actor,
): Promise<void> {
  const { apiName, definition } = asked.object;
  const gone = await goneRecord(db, apiName, asked.id);
  const ownerId = companyLink(definition) ? null : (gone?.created_by ?? null);
  const isOpen =
    definition.access.rows !== 'own' &&
    !limitsOf(definition.access, actor) &&
    decideAudience(actor, definition.access, asked.audience, ownerId) === null;
  if (gone?.kind === 'archived' && isOpen) throw new Failure('RECORD_ARCHIVED', `“${gone.name}”已归档：${gone.reason}`);
}

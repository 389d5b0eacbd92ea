import { isSealed } from '#generators/field-types/sealed.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { recordsByIds } from '#server/core/records/queries.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';
import { revealSealed } from '#server/platform/staff-actions/reveal.ts';

interface SealedDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

/**
 * Opens a sealed value of any record for staff, with a reason that goes into the audit log.
 * @throws Failure INVALID_BODY for a field that is not sealed; UNKNOWN_RECORD where there is no record or no value.
 */
export async function revealField(
  { database, catalog, now }: SealedDeps,
  { objectApiName, id, field: name, reason }: { objectApiName: string; id: string; field: string; reason: string },
  actor: Member,
): Promise<string> {
  const object = catalog.object(objectApiName);
  const field = object.field(name);
  if (!field || !isSealed(field)) {
    const message = `没有加密字段“${name}”`;
    throw new Failure('INVALID_BODY', message, [{ field: 'field', message }]);
  }
  const entry = {
    action: 'record.sealedShown',
    target: { kind: 'record', id: `${objectApiName}/${id}` },
    reason,
    details: { field: name },
  };
  return revealSealed({ db: database.db, now }, actor, entry, async (trx) => {
    await lockStaffActor(trx, actor, 'audit');
    const [record] = await recordsByIds(trx, database.vault, object, [id], false);
    const value = record?.values[name];
    if (typeof value !== 'string') throw new Failure('UNKNOWN_RECORD', record ? `未填写${field.label}` : undefined);
    return value;
  });
}

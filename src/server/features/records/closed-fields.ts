import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { Failure } from '#shared/errors.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { type Actor, isMember, isSvip, type Member, SVIP } from '#shared/policy/actor.ts';
import { mayReadField, maySeeSome } from '#shared/policy/decide.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ObjectSource } from '#server/core/lists/readable-object.ts';
import { isToLimited } from '#server/core/lists/reference-names.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { ReadRecord } from '#server/core/lists/read-record.ts';

/** Fields of a record that are closed to this user, or of which some links are left out. */
export const closedFields = (
  object: CatalogObject,
  actor: Actor,
  { createdBy, parts }: Pick<ReadRecord, 'createdBy' | 'parts'>,
): FieldDefinition[] =>
  object.fields.filter((field) => !(parts.get(field.apiName) ?? mayReadField(actor, field, createdBy)));

/** Names of closed fields, with those of them that a user would read with SVIP: they alone are offered for it. */
export function lockedNames(fields: readonly FieldDefinition[], objects: ObjectSource, actor: Actor) {
  const member = { ...actor, vipType: SVIP };
  const isForMembers = (field: FieldDefinition) =>
    !isSealed(field) && mayReadField(member, field) && !isToLimited(field, objects, rowsFor(member));
  const names = (some: readonly FieldDefinition[]) => some.map(({ apiName }) => apiName);
  return {
    locked: names(fields),
    forMembers: isMember(actor) && isSvip(actor) ? [] : names(fields.filter(isForMembers)),
  };
}

/**
 * A value that may not be read may not be written either, or writing would be a way to guess it. A record that is being
 * made has nothing to be guessed, and is its creator's.
 */
export function refuseClosedFields(object: CatalogObject, values: unknown, actor: Member, record?: ReadRecord): void {
  const closed = record
    ? closedFields(object, actor, record)
    : object.fields.filter((field) => !mayReadField(actor, field, actor.id) && !maySeeSome(actor, field));
  const named = closed.find(({ apiName }) => Object.hasOwn(Object(values), apiName));
  if (named) throw new Failure('INVALID_BODY', undefined, [{ field: named.apiName, message: '没有权限修改此字段' }]);
}

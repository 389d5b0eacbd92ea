import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** A value that may not be read may not be written either, or writing would be a way to guess it. */
export function refuseClosedFields(object: CatalogObject, values: unknown, actor: Actor, ownerId: string | null): void {
  const closed = object.fields.find(
    (field) => !mayReadField(actor, field, ownerId) && Object.hasOwn(Object(values), field.apiName),
  );
  if (closed) throw new Failure('INVALID_BODY', undefined, [{ field: closed.apiName, message: '没有权限修改此字段' }]);
}

import type { Condition } from '#schemas/metadata/condition.ts';
import { isList } from '#generators/field-types/registry.ts';
import type { LinkedCondition } from '#shared/assistant/plan.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { ReadScope } from '#server/core/lists/readable-object.ts';
import type { Services } from '#server/services.ts';

interface LinkedDeps extends Pick<Services, 'catalog' | 'reader' | 'now'> {
  readonly isAskable: (object: CatalogObject) => boolean;
}

/** Linked records that a question may be about. */
const MAX_LINKED = 5000;

const none = (field: string): Condition => ({
  and: [
    { field, op: 'empty' },
    { field, op: 'notEmpty' },
  ],
});

/**
 * That the records of an object link with those that meet a condition, as the user may list both. It names them by their ids,
 * more than a user may name in a condition. @throws Failure FORBIDDEN, and INVALID_QUERY where they are too many
 */
export async function linkedWith(
  { catalog, reader, now, isAskable }: LinkedDeps,
  { object: apiName, fields, filter }: LinkedCondition,
  actor: Actor,
  linking: { readonly object: CatalogObject; readonly scope: ReadScope },
): Promise<Condition> {
  const object = catalog.object(apiName);
  const own = fields.flatMap((name) => linking.object.field(name) ?? []);
  if (!isAskable(object) || own.length === 0 || !own.every(linking.scope.readable)) throw new Failure('FORBIDDEN');
  const { scope } = listAccess(object, actor, now(), catalog);
  const ids = [...(await reader.ids(object, { filter }, scope, MAX_LINKED + 1))];
  if (ids.length > MAX_LINKED)
    throw new Failure('INVALID_QUERY', `符合条件的${object.definition.label}超过 ${MAX_LINKED} 条，请再加一个条件`);
  const links = own.map((field): Condition =>
    ids.length > 0
      ? { field: field.apiName, op: isList(field) ? 'containsAny' : 'in', value: ids }
      : none(field.apiName),
  );
  const [only] = links;
  return links.length > 1 || !only ? { or: links } : only;
}

import { Failure } from '#shared/errors.ts';
import { type Actor, rulesUser } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import type { ReadScope } from './readable-object.ts';

/** Which records and fields of an object's list are one person's to see. Lists, counts, totals and exports all ask here. */
export interface ListAccess {
  /** Only records that this account created; undefined for all. */
  readonly owner: string | undefined;
  readonly scope: ReadScope;
}

/** @throws Failure when the list of this object is closed to the person. */
export function listAccess(object: CatalogObject, actor: Actor, now: Date): ListAccess {
  const { list, rows } = object.definition.access;
  // The list of an object that belongs to its owners is each owner's own.
  const refused = decideAudience(actor, list === 'owner' ? 'member' : list);
  if (refused) throw new Failure(refused);
  const open = new Set(listableFields(object, actor).map((field) => field.apiName));
  const isOwnOnly = rows === 'own' || (list === 'owner' && decideAudience(actor, 'staff') !== null);
  return {
    owner: isOwnOnly ? rulesUser(actor).id : undefined,
    scope: { readable: (field) => open.has(field.apiName), today: shanghaiDay(now), reader: actor.id ?? undefined },
  };
}

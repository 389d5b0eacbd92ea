import type { Audience } from '#schemas/metadata/audience.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { readersOf } from '#generators/readers.ts';
import type { FailureName } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience, mayReadField } from '#shared/policy/decide.ts';

/** What can be done with the records of an object. */
export const RECORD_ACTIONS = ['list', 'detail', 'create', 'edit'] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/**
 * What the server answers to an action on the user's own record or another's; null when it is done. The list of an
 * object that belongs to its owners shows each member only their own records, and a record of another user is answered
 * as missing.
 */
export function decideRecord(
  actor: Actor,
  { access }: Pick<ObjectDefinition, 'access'>,
  action: RecordAction,
  ownerId: string | null,
): FailureName | null {
  const audience: Audience = access[action];
  if (audience !== 'owner') return decideAudience(actor, access, audience);
  const refused = decideAudience(actor, access, 'member');
  if (refused || action === 'list') return refused;
  return decideAudience(actor, access, audience, ownerId) === null ? null : 'UNKNOWN_RECORD';
}

/** Fields whose values a person may not read in a record that they may open; `ownerId` is the owner of the record. */
export const closedFields = (actor: Actor, object: ObjectDefinition, ownerId: string | null): string[] =>
  object.fields.filter((field) => !mayReadField(actor, field, ownerId)).map(({ apiName }) => apiName);

/** Fields that are closed to a user: sealed, or visible to some roles only. */
export const guardedFields = (object: ObjectDefinition) =>
  object.fields.filter((field) => isSealed(field) || readersOf(field) !== undefined);

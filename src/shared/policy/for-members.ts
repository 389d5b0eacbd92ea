import type { Audience } from '#schemas/metadata/audience.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

interface Asked extends Pick<ObjectDefinition, 'access'> {
  readonly kind?: ObjectDefinition['kind'] | undefined;
}

/** Lists of these are each user's own, or of staff alone. */
const CLOSED: ReadonlySet<Audience> = new Set(['owner', 'staff']);

/**
 * Are the records of an object data that users read and follow? Not those that a feature keeps, those that each belong to
 * one user, and those of staff.
 */
export const isForMembers = ({ kind, access }: Asked): boolean =>
  kind !== 'system' && access.rows !== 'own' && !CLOSED.has(access.list);

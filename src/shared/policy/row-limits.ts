import type { RowLimit } from '#schemas/metadata/row-limit.ts';
import { type Actor, isStaff, rulesUser } from './actor.ts';

/** What of an object decides which of its records a user sees, and of a field on which records its value. */
interface Limited {
  readonly limits?: readonly RowLimit[] | undefined;
}

/**
 * The limits of which a record has to meet one, so that this actor sees it; undefined where all records are seen. Staff see
 * all. Those that name a role of the user come first; those without roles are for users of whom none of the others speaks.
 */
export function limitsOf({ limits = [] }: Limited, actor: Actor): readonly RowLimit[] | undefined {
  if (limits.length === 0 || isStaff(actor)) return undefined;
  const { roles } = rulesUser(actor);
  const named = limits.filter((limit) => limit.roles?.some((role) => roles.includes(role)));
  const applying = named.length > 0 ? named : limits.filter((limit) => limit.roles === undefined);
  const isWhole =
    applying.length === 0 || applying.some(({ filter, own }) => filter === undefined && own === undefined);
  return isWhole ? undefined : applying;
}

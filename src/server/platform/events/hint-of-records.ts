import type { ObjectDefinition } from '#schemas/metadata/object.ts';

import { type Actor, hasDuty } from '#shared/policy/actor.ts';
import { decideAudience, dutiesOf } from '#shared/policy/decide.ts';
import { limitsOf } from '#shared/policy/row-limits.ts';
import type { RecordHint } from './record-hints.ts';

/** Hints that name no records, by the hint that does: all who hear the one hear the same. */
const NAMELESS = new WeakMap<RecordHint, RecordHint>();

function nameless(hint: RecordHint): RecordHint {
  const known = NAMELESS.get(hint) ?? { objectApiName: hint.objectApiName };
  NAMELESS.set(hint, known);
  return known;
}

/**
 * What a user may hear of records that were written: nothing where neither a list nor a record is open to them, and no ids
 * where each record is its owner's alone, or where the user sees some of them only.
 */
export function hintOfRecords(
  definition: ObjectDefinition | undefined,
  actor: Actor,
  hint: RecordHint,
): RecordHint | undefined {
  if (!definition || hasDuty(actor, ...dutiesOf(definition.access))) return definition && hint;
  const { list, detail } = definition.access;
  const isOpen = [list, detail].some(
    (audience) => decideAudience(actor, definition.access, audience === 'owner' ? 'member' : audience) === null,
  );
  if (!isOpen) return undefined;
  const isEachOwn = list === 'owner' || detail === 'owner';
  return isEachOwn || limitsOf(definition.access, actor) ? nameless(hint) : hint;
}

import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RowLimit } from '#schemas/metadata/row-limit.ts';
import { comparisons, ConditionFault, parseCondition } from '#generators/filters.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { type Actor, rulesUser } from '#shared/policy/actor.ts';
import { maySeeSome } from '#shared/policy/decide.ts';
import { limitsOf } from '#shared/policy/row-limits.ts';

import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { SeenRows } from '#server/core/conditions/conditions.ts';
import { isLive } from '#server/core/formulas/live-formulas.ts';
import type { RecordReader } from './record-reader.ts';
import type { ReadableObject, RowsOf, ValuesOf } from './readable-object.ts';

/** For what the product reads for itself, and what staff read. */
export const ALL_ROWS: RowsOf = () => undefined;

const CONDITIONS = new WeakMap<
  RowLimit,
  { readonly object: ReadableObject; readonly condition: Condition | undefined }
>();

/**
 * The condition of a limit. Where it cannot be judged, as by a field that is gone or by values that are still being worked
 * out, no record meets it: what cannot be told apart is shown to no one.
 */
function conditionOf(object: ReadableObject, limit: RowLimit, fields: readonly FieldDefinition[]) {
  const known = CONDITIONS.get(limit);
  if (known?.object === object) return known.condition;
  const condition = limit.filter === undefined ? undefined : parsed(fields, limit.filter);
  CONDITIONS.set(limit, { object, condition });
  return condition;
}

function parsed(fields: readonly FieldDefinition[], filter: unknown): Condition | undefined {
  try {
    return parseCondition({ fields }, filter);
  } catch (error) {
    if (error instanceof ConditionFault) return undefined;
    throw error;
  }
}

/** Which records of each object this user sees. */
export const rowsFor =
  (actor: Actor): RowsOf =>
  (object) =>
    seenBy(object, limitsOf(object.definition.access, actor), actor);

/** On which records this user sees the value of a field that conditions limit. */
export const valuesFor =
  (actor: Actor): ValuesOf =>
  (object, field) =>
    // A value that is worked out as it is read is in no statement that could hide it.
    maySeeSome(actor, field) && !isLive(object, field)
      ? seenBy(object, limitsOf(field.config ?? {}, actor), actor)
      : undefined;

function seenBy(object: ReadableObject, limits: readonly RowLimit[] | undefined, actor: Actor): SeenRows | undefined {
  if (!limits) return undefined;
  const fields = withSystemFields(object.definition, object.fields);
  const live = new Set(object.fields.filter((field) => isLive(object, field)).map(({ apiName }) => apiName));
  const open = limits
    .flatMap((limit) => conditionOf(object, limit, fields) ?? [])
    .filter((condition) => !comparisons(condition).some(({ field }) => live.has(field)));
  const own = limits.some((limit) => limit.own === true) ? rulesUser(actor).id : undefined;
  return { fields, condition: open.length > 0 ? { or: open } : undefined, own };
}

/** Does this user see a record? Nothing is asked where all are seen. */
export async function seesRecord(
  { reader, now }: { readonly reader: Pick<RecordReader, 'ids'>; readonly now: () => Date },
  object: ReadableObject,
  id: string,
  actor: Actor,
): Promise<boolean> {
  const rowsOf = rowsFor(actor);
  if (!rowsOf(object)) return true;
  const scope = { readable: () => false, rowsOf, today: shanghaiDay(now()) };
  return (await reader.ids(object, { ids: [id] }, scope)).has(id);
}

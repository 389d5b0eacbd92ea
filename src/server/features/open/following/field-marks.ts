import { createHash } from 'node:crypto';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { comparisons, ConditionFault, parseCondition } from '#generators/filters.ts';
import { followsToday } from '#shared/conditions/periods.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_QUERY', message, [{ field, message }]);
}

/** May a field be followed? What changes by the day is written nowhere when it does. */
export const isFollowed = ({ formulas }: CatalogObject, field: FieldDefinition): boolean =>
  !(isComputed(field) && formulas?.changesDaily(field.apiName) === true);

/** Equal marks say that the values of a field mean what they meant. `options`: those of a tree decide who is below whom. */
function markOf({ formulas }: CatalogObject, field: FieldDefinition, isCompared: boolean): string {
  const { type, targetApiName, currencyUnit, apiName, config, selectOptions = [] } = field;
  const worked = isComputed(field) ? (formulas?.fingerprint(apiName) ?? config) : undefined;
  const options = isCompared ? selectOptions.map(({ value, parent }) => [value, parent]) : undefined;
  const text = JSON.stringify([type, targetApiName, currencyUnit, worked, options]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 6);
}

export const marksOf = (
  object: CatalogObject,
  fields: readonly FieldDefinition[],
  isCompared = false,
): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.apiName, markOf(object, field, isCompared)]));

/** The fields that a condition compares. @throws Failure INVALID_QUERY for one that cannot be followed */
export function comparedFields(
  object: CatalogObject,
  fields: readonly FieldDefinition[],
  filter: unknown,
): FieldDefinition[] {
  if (filter === undefined || filter === null) return [];
  let condition: Condition;
  try {
    condition = parseCondition({ fields, apiName: object.apiName }, filter);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return refuse(error.path, error.message);
  }
  const all = comparisons(condition);
  if (all.some(({ op }) => followsToday(op))) refuse('filter', '增量同步的条件不能用相对于今天的日期，请写明日期');
  const names = new Set(all.map(({ field }) => field));
  const compared = fields.filter(({ apiName }) => names.has(apiName));
  const daily = compared.find((field) => !isFollowed(object, field));
  if (daily) refuse('filter', `“${daily.label}”每天都会变化，不能用作增量同步的条件`);
  return compared;
}

/**
 * What decides beside the condition of a copy which records are in it, where its user sees some of them alone: the fields that
 * are compared, and a mark that is another when others are seen.
 * @throws Failure FORBIDDEN where records come into sight without being written, so that no copy would learn of it
 */
export function followedRows(object: CatalogObject, actor: Actor): { compared: FieldDefinition[]; mark?: string } {
  const seen = rowsFor(actor)(object);
  if (!seen) return { compared: [] };
  const all = seen.condition ? comparisons(seen.condition) : [];
  const names = new Set(all.map(({ field }) => field));
  const compared = seen.fields.filter(({ apiName }) => names.has(apiName));
  const isTimed = all.some(({ op }) => followsToday(op)) || !compared.every((field) => isFollowed(object, field));
  if (seen.own !== undefined || isTimed)
    throw new Failure('FORBIDDEN', `您能看到哪些${object.definition.label}会随时间或归属变化，不能增量同步`);
  const text = JSON.stringify([seen.condition, marksOf(object, compared, true)]);
  return { compared, mark: createHash('sha256').update(text).digest('base64url').slice(0, 12) };
}

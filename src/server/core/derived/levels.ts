import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import { isFormula, isFromOthers } from '#generators/field-types/registry.ts';
import { Formulas } from '#shared/rules/formulas.ts';
import { comparisons, ConditionFault, parseCondition } from '#generators/filters.ts';

/** Values may be worked out of values that are worked out of others, so many steps deep. */
export const MAX_LEVELS = 4;

type FindObject = (apiName: string) => ObjectDefinition | undefined;

/** A field on the way from a value to what it is worked out of. */
export interface DerivedStep {
  readonly object: ObjectDefinition;
  readonly apiName: string;
}

/** Fields of the source that a filter compares; none where it can no longer be read. */
function comparedFields(source: ObjectDefinition, filter: unknown): string[] {
  if (filter === undefined) return [];
  try {
    return comparisons(parseCondition({ fields: source.fields }, filter)).map(({ field }) => field);
  } catch (error) {
    if (error instanceof ConditionFault) return [];
    throw error;
  }
}

/** The fields that a value follows from in one step: of other objects, or of its own record for a formula. */
function readsOf({ object, apiName }: DerivedStep, find: FindObject): DerivedStep[] {
  const field = findField(object, apiName);
  if (!field) return [];
  if (isFormula(field)) return [...new Formulas(object).sources(apiName)].map((name) => ({ object, apiName: name }));
  if (!isFromOthers(field)) return [];
  const { rollup, lookup } = field.config ?? {};
  if (lookup) {
    const source = find(findField(object, lookup.reference)?.targetApiName ?? '');
    return source ? [{ object: source, apiName: lookup.field }] : [];
  }
  const source = rollup && find(rollup.objectApiName);
  if (!rollup || !source) return [];
  const { of = [], orderBy = [], distinctBy = [], filter } = rollup;
  const names = [...of, ...orderBy.map(({ field: by }) => by), ...distinctBy, ...comparedFields(source, filter)];
  return [...new Set(names)].map((name) => ({ object: source, apiName: name }));
}

const keyOf = ({ object, apiName }: DerivedStep): string => `${object.apiName}.${apiName}`;

/** The longest way from a value to what it is worked out of; a way that comes back to a field on it ends there. */
export function longestWay(start: DerivedStep, find: FindObject, way: readonly DerivedStep[] = []): DerivedStep[] {
  const here = [...way, start];
  if (way.some((step) => keyOf(step) === keyOf(start)) || here.length > MAX_LEVELS + 2) return here;
  return readsOf(start, find)
    .map((next) => longestWay(next, find, here))
    .reduce((longest, one) => (one.length > longest.length || isRing(one) ? one : longest), here);
}

/** Does a way come back to a field that is on it already? */
export const isRing = (way: readonly DerivedStep[]): boolean => {
  const last = way.at(-1);
  return last !== undefined && way.slice(0, -1).some((step) => keyOf(step) === keyOf(last));
};

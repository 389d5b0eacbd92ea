import type { Condition } from '#schemas/metadata/condition.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { liveFields } from './object.ts';

/** The parts that a condition demands all of. */
const partsOf = (condition: Condition | undefined): readonly Condition[] =>
  condition === undefined ? [] : 'and' in condition ? condition.and : [condition];

/**
 * What every total of other objects demands of the records whose values of a field it adds up: the list of these records
 * adds up the same. Undefined where no total adds the field up, or where they agree on nothing.
 */
export function countedCondition(
  objects: readonly ObjectDefinition[],
  objectApiName: string,
  field: string,
): Condition | undefined {
  const filters = objects
    .flatMap((object) => liveFields(object).flatMap(({ config }) => config?.rollup ?? []))
    .filter((rollup) => rollup.objectApiName === objectApiName && rollup.function === 'sum' && rollup.of?.[0] === field)
    .map(({ filter }) => partsOf(filter as Condition | undefined));
  const [first = [], ...others] = filters;
  const said = others.map((parts) => new Set(parts.map((part) => JSON.stringify(part))));
  const [one, ...more] = first.filter((part) => said.every((parts) => parts.has(JSON.stringify(part))));
  return one && (more.length === 0 ? one : { and: [one, ...more] });
}

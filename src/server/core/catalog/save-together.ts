import type { VersionedOptionSet } from '#schemas/api/metadata.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { brokenBindings, refuseBoundOptions } from '#server/core/bindings/binding-check.ts';
import type { Catalog } from './catalog.ts';
import { refuseDroppedOptions, refuseUsedFields } from './change-check.ts';
import { readDefinition, readOptionSet } from './definition-check.ts';
import { refuseMovedSource } from './system-check.ts';

/** Definitions that are saved together, each with the version that it was made from; 0 for something new. */
export interface Together {
  readonly optionSets: readonly { readonly definition: OptionSet; readonly baseVersion: number }[];
  readonly objects: readonly { readonly definition: ObjectDefinition; readonly baseVersion: number }[];
}

/** What is to be written, in the order in which every save of several locks it. */
interface ReadTogether {
  readonly optionSets: readonly VersionedOptionSet[];
  readonly definitions: readonly ObjectDefinition[];
  /** Every object as it will be. */
  readonly users: readonly ObjectDefinition[];
  /** An object that comes with the others. */
  readonly find: (apiName: string) => ObjectDefinition | undefined;
}

const byName = (left: string, right: string): number => (left < right ? -1 : 1);

/** Checks definitions as they will be beside each other. @throws Failure INVALID_METADATA with every problem of the first that has any. */
export function readTogether(catalog: Catalog, { optionSets, objects }: Together): ReadTogether {
  const sets = optionSets
    .map(({ definition, baseVersion }) => ({ ...readOptionSet(definition), version: baseVersion + 1 }))
    .toSorted((left, right) => byName(left.name, right.name));
  const allSets = new Map([...catalog.optionSets, ...sets.map((set) => [set.name, set] as const)]);
  const coming = new Map(objects.map(({ definition }) => [definition.apiName, definition]));
  const find = (apiName: string) => coming.get(apiName) ?? catalog.find(apiName)?.saved;
  const around = {
    objectNames: new Set([...catalog.objects.map(({ apiName }) => apiName), ...coming.keys()]),
    findObject: find,
    optionSets: allSets,
    others: () => [...catalog.objects.map(({ saved }) => coming.get(saved.apiName) ?? saved), ...coming.values()],
    kept: (object: ObjectDefinition) => brokenBindings(catalog.find(object.apiName)?.saved, object, allSets),
  };
  const definitions = objects
    .map(({ definition, baseVersion }) => readDefinition({ ...definition, version: baseVersion + 1 }, around))
    .toSorted((left, right) => byName(left.apiName, right.apiName));
  const users = [
    ...catalog.objects.filter(({ apiName }) => !coming.has(apiName)).map(({ saved }) => saved),
    ...definitions,
  ];
  for (const set of sets) refuseBoundOptions(users, catalog.optionSets, set);
  for (const definition of definitions) {
    const known = catalog.find(definition.apiName)?.saved;
    refuseMovedSource(known, definition);
    if (!known) continue;
    refuseDroppedOptions(known, definition, allSets);
    refuseUsedFields(known, definition, users);
  }
  return { optionSets: sets, definitions, users, find: (apiName) => coming.get(apiName) };
}

import { readdirSync, readFileSync } from 'node:fs';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { resolveOptions } from '#generators/options.ts';
import { regionOptions } from '#server/core/catalog/region-options.ts';
import { shippedObjects as installedObjects } from '#server/core/catalog/shipped.ts';

interface Shipped<Thing> {
  readonly file: string;
  readonly value: Thing;
}

function readFolder<Thing>(folder: string): Shipped<Thing>[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({ file, value: JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Thing }));
}

/** The objects that ship, each with the name of its file, as written. */
export const shippedObjectFiles = (): Shipped<ObjectDefinition>[] => readFolder('schemas/objects');

/** The option sets that ship as files. */
export const shippedOptionFiles = (): Shipped<OptionSet>[] => readFolder('schemas/options');

/** Every option set by name, the region tree included, which is built at start. */
export function shippedOptionSets(): ReadonlyMap<string, OptionSet> {
  const sets = [...shippedOptionFiles().map(({ value }) => value), regionOptions()];
  return new Map(sets.map((set) => [set.name, set]));
}

/** The shipped objects by name with their options filled in, as a running server has them. */
export function shippedObjects(): ReadonlyMap<string, ObjectDefinition> {
  const sets = shippedOptionSets();
  const objects = installedObjects().filter(({ kind }) => kind !== 'system');
  return new Map(objects.map((object) => [object.apiName, resolveOptions(object, sets)]));
}

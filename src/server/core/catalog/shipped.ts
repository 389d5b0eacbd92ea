import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { withResults } from '#generators/field-types/results.ts';
import { MAX_LEVELS } from '#server/core/derived/levels.ts';
import { regionOptions } from './region-options.ts';

const SCHEMAS = path.resolve(import.meta.dirname, '../../../../schemas');

function readFolder<T>(folder: string): T[] {
  const directory = path.join(SCHEMAS, folder);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as T);
}

/** The objects that ship with the product, as they are before any staff changed them; those of features come last. */
export function shippedObjects(): ObjectDefinition[] {
  const folders = ['objects', 'system'].flatMap((folder) => readFolder<ObjectDefinition>(folder));
  const find = (objects: readonly ObjectDefinition[]) => (apiName: string) =>
    objects.find((object) => object.apiName === apiName);
  const derive = (objects: readonly ObjectDefinition[]) => objects.map((object) => withResults(object, find(objects)));
  // A value may be worked out of values that are worked out themselves.
  return Array.from({ length: MAX_LEVELS }).reduce<ObjectDefinition[]>(derive, folders);
}

/** The option sets that ship with the product; the regions come from a package. */
export const shippedOptionSets = (): OptionSet[] => [...readFolder<OptionSet>('options'), regionOptions()];

import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { isFromOthers, isList } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import type { Db } from '#server/db/database.ts';
import { oneObject } from '#server/core/catalog/queries.ts';
import { noteFormulas } from '#server/core/formulas/queries.ts';
import { derivedFingerprint } from './plan.ts';
import { followLink, reviseSources } from './queries.ts';

/** The objects that an object's values are worked out of, each with a text that changes when they are read otherwise. */
function sourcesOf(definition: ObjectDefinition | undefined): Map<string, string> {
  const fields = definition ? liveFields(definition).filter(isFromOthers) : [];
  const sources = fields.flatMap((field) => {
    const { rollup, lookup } = field.config ?? {};
    const target = definition?.fields.find(({ apiName }) => apiName === lookup?.reference)?.targetApiName;
    const read = [rollup?.objectApiName ?? target, rollup?.through?.objectApiName];
    return read.flatMap((source) =>
      source === undefined ? [] : [[source, `${field.apiName} ${derivedFingerprint(field)}`] as const],
    );
  });
  return new Map(
    [...Map.groupBy(sources, ([source]) => source)].map(([source, texts]) => [source, JSON.stringify(texts)]),
  );
}

/**
 * Tells the writers of other objects, in the transaction of a save, that something else is worked out of their records:
 * those who are writing now are waited for, and those who come later read the definitions again. Begins to keep the edges
 * that records are found by. `coming` are objects that are about to be saved for the first time.
 */
export async function followSources(
  trx: Db,
  definition: ObjectDefinition,
  before: ObjectDefinition | undefined,
  coming: (apiName: string) => ObjectDefinition | undefined = () => undefined,
): Promise<void> {
  const [old, next] = [sourcesOf(before), sourcesOf(definition)];
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name));
  if (changed.length === 0) return;
  await reviseSources(trx, changed);
  for (const { config } of liveFields(definition)) {
    if (!config?.rollup) continue;
    const { objectApiName, fields = [], through } = config.rollup;
    const steps = [
      ...fields.map((field) => [objectApiName, field] as const),
      ...(through?.from ?? []).map((field) => [through?.objectApiName ?? '', field] as const),
    ];
    for (const [pointing, field] of steps)
      if (await isListOf(trx, pointing, field, coming))
        // No record names one of a new object, or is there to name any; those in between may name one another.
        await followLink(trx, pointing, field, before === undefined && through === undefined);
  }
}

/** Is a field of another object a list of references, as that object is saved now or about to be? */
async function isListOf(
  trx: Db,
  objectApiName: string,
  apiName: string,
  coming: (apiName: string) => ObjectDefinition | undefined,
): Promise<boolean> {
  const definition = (await oneObject(trx, objectApiName))?.definition ?? coming(objectApiName);
  const field = definition?.fields.find((candidate) => candidate.apiName === apiName);
  return field !== undefined && isList(field);
}

const leastAmounts = (set: OptionSet | undefined): string =>
  JSON.stringify(
    set?.options.flatMap(({ value, atLeast }) => (atLeast === undefined ? [] : [[value, atLeast]])).toSorted(),
  );

/**
 * Begins to work out again, in the transaction that saves an option set, what adds the least amounts of its bands up, where
 * these have changed. Processes that know the old amounts read the catalog again before they count.
 */
export async function followBands(
  trx: Db,
  objects: readonly ObjectDefinition[],
  before: OptionSet | undefined,
  after: OptionSet,
): Promise<void> {
  if (leastAmounts(before) === leastAmounts(after)) return;
  const readers = objects.flatMap((object) => {
    const fields = liveFields(object).filter(
      ({ config }) => config?.rollup?.bands === 'atLeast' && config.bandOptionSet === after.name,
    );
    return fields.length > 0 ? [{ object, names: fields.map(({ apiName }) => apiName) }] : [];
  });
  await reviseSources(
    trx,
    readers.map(({ object }) => object.apiName),
  );
  for (const { object, names } of readers)
    await noteFormulas(trx, object.apiName, names, { filledTo: '0', done: false });
}

import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { plan } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';
import { followSources } from '#server/core/derived/follow-sources.ts';
import { readDefinition, readOptionSet } from './definition-check.ts';
import {
  allObjects,
  allOptionSets,
  lockObject,
  lockOptionSet,
  runStep,
  writeObject,
  writeOptionSet,
} from './queries.ts';
import { refuseUnfitView } from './system-check.ts';
import { SYSTEM } from '#server/core/catalog/versions/version-words.ts';

/** What ships with the product. */
export interface Shipped {
  readonly objects: readonly ObjectDefinition[];
  readonly optionSets: readonly OptionSet[];
}

/**
 * Brings in what ships and is not there yet, each object in one transaction with its table. What staff have changed is
 * theirs: an object that exists is left alone here, see upgrade-shipped.ts. Several processes may start at once.
 */
export async function installShipped(db: Db, shipped: Shipped, now: Date): Promise<void> {
  const knownSets = new Set((await allOptionSets(db)).map((set) => set.name));
  for (const set of shipped.optionSets.filter((candidate) => !knownSets.has(candidate.name))) {
    const optionSet = readOptionSet(set);
    await db.transaction().execute(async (trx) => {
      if (await lockOptionSet(trx, optionSet.name)) return;
      await writeOptionSet(trx, { ...optionSet, version: 1 }, SYSTEM, now);
    });
  }
  const kept = (await allObjects(db)).map(({ definition }) => definition);
  const known = new Set(kept.map((object) => object.apiName));
  const missing = shipped.objects.filter((candidate) => !known.has(candidate.apiName));
  if (missing.length === 0) return;
  const around = {
    objectNames: new Set([...known, ...shipped.objects.map((object) => object.apiName)]),
    // What ships fits what ships with it; an object that staff changed may have gone another way.
    findObject: (apiName: string) => [...shipped.objects, ...kept].find((object) => object.apiName === apiName),
    optionSets: new Map((await allOptionSets(db)).map((set) => [set.name, set])),
  };
  for (const object of missing) {
    const definition = readDefinition({ ...object, version: 1 }, around);
    await refuseUnfitView(db, definition);
    await db.transaction().execute(async (trx) => {
      if (await lockObject(trx, definition.apiName)) return;
      const steps = plan(undefined, definition);
      await writeObject(trx, definition, steps, SYSTEM, now);
      await followSources(trx, definition, undefined, around.findObject);
      for (const step of steps.filter((candidate) => !candidate.deferred)) await runStep(trx, step);
    });
  }
}

import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { renameSteps } from '#generators/rename-storage.ts';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { LOCK_WAIT_MS } from '#server/core/catalog/lock-wait.ts';
import {
  allObjects,
  limitLockWait,
  lockObject,
  lockTogether,
  runStep,
  writeObject,
} from '#server/core/catalog/queries.ts';
import { refuseStale } from '#server/core/catalog/save-checks.ts';
import { readTogether } from '#server/core/catalog/save-together.ts';
import { followSources } from '#server/core/derived/follow-sources.ts';
import { moveStates, moveStored } from './moved-states.ts';
import { refuseRenaming, refuseUnderWay } from './renaming-check.ts';
import { renamedObjects, type Renaming } from '#generators/language/renamed-definition.ts';

interface RenameDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
  readonly between?: (step: string) => void;
  /** Notes that a definition has a new version. */
  readonly written: (definition: ObjectDefinition) => Promise<void>;
}

/**
 * Gives a field another name within a transaction: definitions first, which keeps writers away that know the former one, then
 * what is kept of its values, and its columns last. @throws Failure INVALID_METADATA, CONFLICT, UNAVAILABLE
 */
export async function renameField(
  trx: Db,
  { database, catalog, now, between, written }: RenameDeps,
  renaming: Renaming,
  baseVersion: number,
  author: string,
): Promise<{ readonly definition: ObjectDefinition; readonly steps: readonly StorageStep[] }> {
  await lockTogether(trx);
  const all = (await allObjects(trx)).map(({ definition }) => definition);
  const find = (apiName: string) => all.find((one) => one.apiName === apiName);
  const object = find(renaming.objectApiName);
  if (!object) throw new Failure('UNKNOWN_OBJECT');
  await refuseStale(trx, 'object', object.apiName, object.version, baseVersion);
  refuseRenaming(object, renaming, all);
  await refuseUnderWay(trx, object);
  const objects = renamedObjects(all, renaming);
  const { definitions } = readTogether(catalog, {
    optionSets: [],
    objects: objects.map(({ before, after }) => ({ definition: after, baseVersion: before.version })),
  });
  for (const { apiName, version } of definitions) {
    const current = await lockObject(trx, apiName);
    await refuseStale(trx, 'object', apiName, current?.version, version - 1);
  }
  between?.('locked');
  if (database.kind === 'postgres') await limitLockWait(trx, LOCK_WAIT_MS);
  await moveStates(trx, renaming, objects, find);
  between?.('states moved');
  const own = definitions.find(({ apiName }) => apiName === object.apiName) ?? object;
  const steps = renameSteps(object, own, [renaming.from, renaming.to]);
  for (const definition of definitions) {
    await writeObject(trx, definition, definition === own ? steps : [], author, now());
    await followSources(trx, definition, find(definition.apiName));
    await written(definition);
    between?.(`written ${definition.apiName}`);
  }
  await moveStored(trx, renaming, { before: object, after: own });
  between?.('stored');
  for (const step of steps) {
    await runStep(trx, step);
    between?.(`after ${step.target}`);
  }
  return { definition: own, steps };
}

import type { MergeChoices } from '#schemas/api/merging.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isAutomatic, isFile } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import { isMergeable } from '#shared/policy/mergeable.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { originsOf } from '#server/core/records/history-queries.ts';
import { judgeAll } from '#server/core/records/judge-batch.ts';
import { ARCHIVED, type Judged, type WriteContext } from '#server/core/records/judgement.ts';
import { recordsByIds, type StoredRecord } from '#server/core/records/queries.ts';
import type { RateStore } from '#server/core/records/rate-store.ts';
import { type Chosen, chosenFields } from './result.ts';

export interface JudgeTools {
  readonly catalog: Catalog;
  readonly vault: Vault;
  readonly rates: RateStore;
}

/** Which records are merged, and what is chosen. */
export interface Asked {
  readonly objectApiName: string;
  readonly survivorId: string;
  readonly loserId: string;
  readonly choices?: MergeChoices | undefined;
}

/** Two records, what the merged one would have, and what its rules refuse about it. */
export interface JudgedMerge {
  readonly survivor: StoredRecord;
  readonly loser: StoredRecord;
  readonly chosen: readonly Chosen[];
  readonly judged: Judged;
}

/** @throws Failure FORBIDDEN where records of the object are not merged; INVALID_BODY for a record and itself. */
export function mergeableObject(catalog: Catalog, { objectApiName, survivorId, loserId }: Asked): CatalogObject {
  const object = catalog.storedObject(objectApiName);
  const { definition } = object;
  if (!isMergeable(definition)) throw new Failure('FORBIDDEN', `“${definition.label}”的记录属于各个用户自己，不能合并`);
  if (survivorId === loserId) {
    const message = '不能把一条记录与自己合并，请选择另一条记录';
    throw new Failure('INVALID_BODY', message, [{ field: 'loserId', message }]);
  }
  return object;
}

/**
 * Reads both records and judges what their merge would make of the survivor. With `lock` no other transaction changes either until
 * the transaction ends. @throws Failure UNKNOWN_RECORD, which says which one is not there.
 */
export async function judgeMerge(
  trx: Db,
  object: CatalogObject,
  { survivorId, loserId, choices = {} }: Asked,
  context: WriteContext,
  { catalog, vault, rates }: JudgeTools,
  lock: boolean,
): Promise<JudgedMerge> {
  const stored = await recordsByIds(trx, vault, object, [survivorId, loserId], lock);
  const survivor = stored.find(({ id }) => id === survivorId);
  const loser = stored.find(({ id }) => id === loserId);
  if (!survivor || !loser)
    throw new Failure('UNKNOWN_RECORD', `编号为 ${survivor ? loserId : survivorId} 的记录不存在，可能已被合并或删除`);
  const names = object.fields.filter((field) => !isAutomatic(field)).map(({ apiName }) => apiName);
  const origins = await originsOf(trx, object.apiName, [survivorId, loserId], names);
  const chosen = chosenFields(object, { survivor, loser }, choices, origins);
  const input: RecordValues = Object.fromEntries(chosen.map(({ field, value }) => [field.apiName, value ?? null]));
  // A file that either record has was judged when it came.
  const files = chosen.filter(({ field }) => isFile(field)).map(({ field, value }) => [field.apiName, value] as const);
  const old = { ...survivor.values, ...Object.fromEntries(files) };
  const deps = { catalog, rates, companiesOf: async () => [] };
  const asked = { old: { id: survivorId, values: old }, input };
  const [judged = ARCHIVED] = await judgeAll(trx, object, [asked], context, deps, [loserId]);
  return { survivor, loser, chosen, judged };
}

import type { RecordValues } from '#schemas/metadata/value.ts';
import { uniqueKeys } from '#generators/unique.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { type BatchDeps, judgementOf } from './judge-batch.ts';
import type { WriteContext } from './judgement.ts';
import { recordsByIds } from './queries.ts';
import { keysBeingBuilt } from './unique-queries.ts';
import { takenProblem } from './unique-values.ts';

/** A value that may not repeat, as a form has it now. */
export interface AskedValue {
  readonly objectApiName: string;
  readonly field: string;
  /** Of the field and of those that it is unique within; others are not looked at. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The record that is edited. */
  readonly id?: string | undefined;
}

/**
 * What a save of these values would say of a value that another record has. Undefined where none has it, where a save would
 * find another fault with the values, and while no index holds them yet: typing waits for no whole table.
 * @throws Failure UNKNOWN_RECORD
 */
export async function takenValue(
  { db, vault }: Pick<Database, 'db' | 'vault'>,
  { objectApiName, field, values, id }: AskedValue,
  context: WriteContext,
  deps: BatchDeps,
): Promise<Problem | undefined> {
  const object = deps.catalog.storedObject(objectApiName);
  const key = uniqueKeys(object.table, object.fields).find((one) => one.field.apiName === field);
  if (!key || (await keysBeingBuilt(db, [key])).length > 0) return undefined;
  const named = new Set([key.field, ...key.scope].map(({ apiName }) => apiName));
  const input = Object.fromEntries(Object.entries(values).filter(([apiName]) => named.has(apiName))) as RecordValues;
  const [old] = id === undefined ? [] : await recordsByIds(db, vault, object, [id], false);
  if (id !== undefined && !old) throw new Failure('UNKNOWN_RECORD');
  const judged = (await judgementOf(db, object, [input], context, deps))(old?.values, input);
  // The rest of the form may be empty as yet, which leaves the structure unchecked.
  const isFaulty =
    judged.problems.some((problem) => named.has(problem.field)) ||
    object.structure(judged.values).some(({ path }) => named.has(path.split('/')[1] ?? ''));
  return isFaulty ? undefined : takenProblem(db, object.table, key, { old, values: judged.values });
}

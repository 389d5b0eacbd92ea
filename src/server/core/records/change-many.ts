import { noteOf } from '#server/core/changes/change-note.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { Problem } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { insertHistory } from './history-queries.ts';
import { type BatchDeps, judgeAll } from './judge-batch.ts';
import { ARCHIVED, difference, type WriteContext } from './judgement.ts';
import { recordsByIds, type StoredRecord, updateRows } from './queries.ts';

type Changes = ReturnType<typeof difference>;

/** What a change makes of one record. */
export type Judgement =
  | { readonly id: string; readonly outcome: 'gone' | 'skipped' | 'unchanged' }
  | {
      readonly id: string;
      readonly outcome: 'refused';
      readonly old: StoredRecord;
      readonly problems: readonly Problem[];
    }
  | {
      readonly id: string;
      readonly outcome: 'changed';
      readonly old: StoredRecord;
      readonly values: RecordValues;
      readonly changes: Changes;
    };

/** A change of many records of one object by the same user. */
export interface ManyChanges {
  readonly object: CatalogObject;
  /** Records with the version that the change was decided on; those that are at another one are skipped. */
  readonly records: readonly { readonly id: string; readonly version: number }[];
  /** What would be sent for a record that holds these values. */
  readonly inputOf: (values: RecordValues) => RecordValues;
  readonly context: WriteContext;
}

interface Tools extends BatchDeps {
  readonly vault: Vault;
}

/** Judges a change of records as a save of each would be; nothing is written. With `lock` nothing changes them meanwhile. */
export async function judgeMany(
  trx: Db,
  { object, records, inputOf, context }: ManyChanges,
  tools: Tools,
  lock: boolean,
): Promise<Judgement[]> {
  const ids = records.map(({ id }) => id);
  const stored = new Map((await recordsByIds(trx, tools.vault, object, ids, lock)).map((one) => [one.id, one]));
  const asked = records.flatMap(({ id, version }) => {
    const old = stored.get(id);
    return old?.version === version ? [{ old, input: inputOf(old.values) }] : [];
  });
  const judged = await judgeAll(trx, object, asked, context, tools);
  const verdicts = new Map(asked.map(({ old }, at) => [old.id, judged[at] ?? ARCHIVED]));
  return records.map(({ id, version }): Judgement => {
    const old = stored.get(id);
    if (!old) return { id, outcome: 'gone' };
    if (old.version !== version) return { id, outcome: 'skipped' };
    const { values, problems } = verdicts.get(id) ?? ARCHIVED;
    const changes = difference(object.fields, old.values, values);
    if (problems.length > 0) return { id, outcome: 'refused', old, problems };
    return Object.keys(changes).length > 0
      ? { id, outcome: 'changed', old, values, changes }
      : { id, outcome: 'unchanged' };
  });
}

/** Changes records in a transaction of the caller's; those that are refused or were changed since do not stop the others. */
export async function changeMany(trx: Db, many: ManyChanges, tools: Tools): Promise<Judgement[]> {
  const { object, context } = many;
  const judged = await judgeMany(trx, many, tools, true);
  const rows = judged.flatMap((one) => (one.outcome === 'changed' ? [{ ...one, version: one.old.version + 1 }] : []));
  await updateRows(trx, tools.vault, object, rows, context.now, noteOf(context.origin));
  const history = rows.map(({ id, version, changes }) => ({ id, version, changes }));
  await insertHistory(trx, object, history, context.actor, context.origin, context.now);
  return judged;
}

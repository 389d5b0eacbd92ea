import type { RecordChange } from '#schemas/api/open.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isComputed, isFromOthers } from '#generators/field-types/registry.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ChangeKind } from '#server/core/changes/queries.ts';
import type { Db } from '#server/db/database.ts';
import { fatesOf } from './queries.ts';

/** A record of the log: of one that was made or removed the fields are not known. */
interface Changed {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly fields: Iterable<string>;
}

/** What a change is to a follower, without values. */
export type Became =
  | { readonly id: string; readonly change: 'upsert' }
  | Extract<RecordChange, { readonly change: 'removed' }>;

/**
 * What records that changed are to a follower by now. `there` are those of them that the follower is given; `compared` are
 * the fields of the condition.
 */
export async function whatBecame(
  db: Db,
  object: CatalogObject,
  compared: readonly string[],
  records: readonly Changed[],
  there: ReadonlySet<string>,
): Promise<Became[]> {
  const missing = records.filter(({ id }) => !there.has(id)).map(({ id }) => id);
  const fates = missing.length > 0 ? await fatesOf(db, object, missing) : [];
  const removed = new Map(fates.map((fate) => [fate.id, tombstone(fate)]));
  const wasOutside = wasOutsideOf(object, compared);
  return records.flatMap((record): Became[] => {
    if (there.has(record.id)) return [{ id: record.id, change: 'upsert' }];
    const gone = removed.get(record.id);
    return !gone || (gone.reason === 'outOfFilter' && wasOutside(record)) ? [] : [gone];
  });
}

function tombstone({ id, there, mergedInto, gone }: Awaited<ReturnType<typeof fatesOf>>[number]) {
  if (there) return { id, change: 'removed', reason: 'outOfFilter' } as const;
  if (mergedInto !== null) return { id, change: 'removed', reason: 'merged', mergedInto } as const;
  return { id, change: 'removed', reason: gone === 'archived' ? 'archived' : 'deleted' } as const;
}

/**
 * Says of a record that does not meet the condition whether it did not before either: what it compares did not change. Where
 * that is not known the follower is given its removal, which does no harm where it has no such record.
 */
function wasOutsideOf({ fields }: CatalogObject, names: readonly string[]): (record: Changed) => boolean {
  const isPlain = (name: string) => fields.some((field) => field.apiName === name && !isWorkedOut(field));
  const isTold = names.every(isPlain);
  return ({ kind, fields: all }) => {
    const changed = new Set(all);
    return isTold && kind === 'updated' && changed.size > 0 && !names.some((name) => changed.has(name));
  };
}

const isWorkedOut = (field: FieldDefinition): boolean => isComputed(field) || isFromOthers(field);

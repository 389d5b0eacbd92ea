import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import type { Db } from '#server/db/database.ts';
import { type KeptListRow, listById } from './queries.ts';

const unknownList = () => new Failure('UNKNOWN_RECORD', '清单不存在，或没有共享给您');

/** A list that this user may read. @throws Failure UNKNOWN_RECORD for one that is not there as for one of others. */
export async function seenList(db: Db, id: string, actor: Member): Promise<KeptListRow> {
  const row = await listById(db, id, actor.id);
  if (!row || row.removed_at !== null) throw unknownList();
  return row;
}

/** One that is the user's own. `removed`: also one that was put away. @throws Failure FORBIDDEN where it is shared with them. */
export async function ownList(db: Db, id: string, actor: Member, removed = false): Promise<KeptListRow> {
  const row = removed ? await listById(db, id, actor.id) : await seenList(db, id, actor);
  if (!row || (removed && row.role !== 'owner')) throw unknownList();
  if (row.role !== 'owner') throw new Failure('FORBIDDEN', '只有清单的所有者可以这样做');
  return row;
}

/** One whose records the user may change. @throws Failure FORBIDDEN where they may only look. */
export async function editableList(db: Db, id: string, actor: Member): Promise<KeptListRow> {
  const row = await seenList(db, id, actor);
  if (row.role === 'view') throw new Failure('FORBIDDEN', '这个清单只供您查看，不能修改');
  return row;
}

/** @throws Failure where the list of the object is closed to the user, or it is a screen of the product itself. */
export function openedObject(catalog: Catalog, objectApiName: string, actor: Member, now: Date): OpenedList {
  const object = catalog.storedObject(objectApiName);
  return { object, ...listAccess(object, actor, now, catalog) };
}

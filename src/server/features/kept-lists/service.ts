import { STARRED_NAME } from '#schemas/api/stars.ts';
import { type KeptList, MAX_LIST_ITEMS, MAX_LISTS, type ResolvedName } from '#schemas/api/kept-lists.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { editableList, openedObject, ownList, seenList } from './base.ts';
import {
  changeList,
  deleteAllItems,
  deleteItems,
  insertItems,
  insertList,
  type KeptListRow,
  listById,
  listsOf,
  lockList,
  ownLists,
  purgeLists,
  sharesOf,
  starredIds,
  starredList,
  starredListId,
  touchList,
} from './queries.ts';
import { resolveAll } from './resolve-names.ts';

/** What happened to a list or the records on it. */
export interface ListChange {
  /** Those who may read it. */
  readonly accountIds: readonly string[];
  readonly listId: string;
  readonly object: string;
  readonly change: 'added' | 'taken' | 'renamed' | 'removed' | 'restored';
  /** Records that were put on it or taken off. */
  readonly ids: readonly string[];
}
/** Hears of a change within its transaction. */
export type ListChanged = (trx: Db, change: ListChange, at: Date) => Promise<void>;

export interface KeptListDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly changed?: ListChanged | undefined;
}

const KEPT_DAYS = 30;

/** Lists of records that users keep. Which of the records they see is decided where these are read. */
export class KeptLists {
  readonly #deps: KeptListDeps;

  constructor(deps: KeptListDeps) {
    this.#deps = deps;
  }

  /** Own lists and those shared, of objects whose records are open to the user. */
  async all(
    asked: { readonly objectApiName?: string; readonly recordId?: string },
    actor: Member,
  ): Promise<KeptList[]> {
    const rows = await listsOf(this.#deps.db, actor.id, asked.objectApiName, asked.recordId);
    return rows.filter((row) => this.#isOpen(row, actor)).map((row) => this.#view(row));
  }

  async read(id: string, actor: Member): Promise<KeptList> {
    return this.#view(await seenList(this.#deps.db, id, actor));
  }

  /** @throws Failure INVALID_BODY where there are too many; DUPLICATE where the name is taken. */
  async create(objectApiName: string, name: string, actor: Member): Promise<KeptList> {
    this.#opened(objectApiName, actor);
    const [plain, now] = [name.trim(), this.#deps.now()];
    const id = await this.#inTurn(actor, async (trx) => {
      await refuseTooMany(trx, actor, { object_api_name: objectApiName, name: plain });
      return insertList(trx, actor.id, objectApiName, plain, now);
    });
    return this.read(id, actor);
  }

  /** @throws Failure CONFLICT at another version. */
  async rename(id: string, version: number, name: string, actor: Member): Promise<KeptList> {
    const plain = name.trim();
    await this.#inTurn(actor, async (trx) => {
      const row = await ownList(trx, id, actor);
      refuseStarred(row, '改名');
      const { taken } = await ownLists(trx, actor.id, row.object_api_name, plain, id);
      if (taken) throw nameTaken(plain);
      await change(trx, row, version, { name: plain, updated_at: this.#deps.now() });
      await this.#tell(trx, row, 'renamed');
    });
    return this.read(id, actor);
  }

  /** @throws Failure CONFLICT at another version. */
  async remove(id: string, version: number, actor: Member): Promise<void> {
    const now = this.#deps.now();
    await this.#inTurn(actor, async (trx) => {
      const row = await ownList(trx, id, actor);
      refuseStarred(row, '删除');
      await change(trx, row, version, { removed_at: now });
      await this.#tell(trx, row, 'removed');
      await purgeLists(trx, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
    });
  }

  /** Brings back what was put away; a list that is there is given as it is. */
  async restore(id: string, actor: Member): Promise<KeptList> {
    await this.#inTurn(actor, async (trx) => {
      const row = await ownList(trx, id, actor, true);
      if (row.removed_at === null) return;
      await refuseTooMany(trx, actor, row);
      await change(trx, row, row.version, { removed_at: null });
      await this.#tell(trx, row, 'restored');
    });
    return this.read(id, actor);
  }

  /**
   * Puts records on a list that the user may list themselves.
   * @throws Failure INVALID_BODY where there would be more than MAX_LIST_ITEMS; then none is put on it.
   */
  async add(id: string, ids: readonly string[], actor: Member) {
    const { db, reader, now } = this.#deps;
    const { object_api_name: objectApiName } = await editableList(db, id, actor);
    const wanted = [...new Set(ids)];
    const { object, owner, scope } = this.#opened(objectApiName, actor);
    const open = await reader.ids(object, { ids: wanted, owner }, scope);
    const known = wanted.filter((one) => open.has(one));
    const added = await db.transaction().execute(async (trx) => {
      await lockList(trx, id);
      const row = await editableList(trx, id, actor);
      const fresh = await insertItems(trx, row, known, now());
      if (row.count + fresh.length > MAX_LIST_ITEMS) {
        const message = `一个清单最多 ${MAX_LIST_ITEMS.toLocaleString('en')} 条，现有 ${row.count} 条，放不下这 ${fresh.length} 条`;
        throw new Failure('INVALID_BODY', message, [{ field: 'ids', message }]);
      }
      if (fresh.length > 0) await touchList(trx, id, now());
      await this.#tell(trx, row, 'added', fresh);
      return fresh;
    });
    const [present, unknown] = [known.length - added.length, wanted.length - known.length];
    return { added, present, unknown, list: await this.read(id, actor) };
  }

  /** Takes records off a list, or all of them; also those that the user may not see or that are gone. */
  async take(id: string, ids: readonly string[] | 'all', actor: Member) {
    const { db, now } = this.#deps;
    const taken = await db.transaction().execute(async (trx) => {
      await lockList(trx, id);
      const row = await editableList(trx, id, actor);
      const gone = ids === 'all' ? await deleteAllItems(trx, id) : await deleteItems(trx, id, ids);
      if (gone.length > 0) await touchList(trx, id, now());
      await this.#tell(trx, row, 'taken', gone);
      return gone;
    });
    return { taken, list: await this.read(id, actor) };
  }

  /** Records of an object that the user follows. */
  async stars(objectApiName: string, actor: Member): Promise<{ ids: string[] }> {
    return { ids: await starredIds(this.#deps.db, actor.id, objectApiName) };
  }

  /** Follows a record or no longer, on the list of its object. @throws Failure UNKNOWN_RECORD for one not open to the user. */
  async star(objectApiName: string, recordId: string, follows: boolean, actor: Member): Promise<KeptList | null> {
    const { db, catalog, reader, now } = this.#deps;
    const { object, owner, scope } = openedObject(catalog, objectApiName, actor, now());
    if (!follows) {
      const starred = await starredListId(db, actor.id, objectApiName);
      return starred === undefined ? null : (await this.take(starred, [recordId], actor)).list;
    }
    const open = await reader.ids(object, { ids: [recordId], owner }, scope);
    if (!open.has(recordId)) throw new Failure('UNKNOWN_RECORD');
    const id = await this.#inTurn(actor, (trx) => starredList(trx, actor.id, objectApiName, STARRED_NAME, now()));
    return (await this.add(id, [recordId], actor)).list;
  }

  /** What names mean among the records that the user may list. */
  async resolve(objectApiName: string, names: readonly string[], actor: Member): Promise<ResolvedName[]> {
    return resolveAll(this.#deps.reader, this.#opened(objectApiName, actor), names);
  }

  /** `ids` where records were put on it or taken off; nothing is said of none. */
  async #tell(trx: Db, row: KeptListRow, what: ListChange['change'], ids?: readonly string[]): Promise<void> {
    const { changed, now } = this.#deps;
    if (!changed || ids?.length === 0) return;
    const { id: listId, owner_id: owner, object_api_name: object } = row;
    const accountIds = [owner, ...(await sharesOf(trx, listId)).map(({ accountId }) => accountId)];
    await changed(trx, { accountIds, listId, object, change: what, ids: ids ?? [] }, now());
  }

  #inTurn<Result>(actor: Member, work: (trx: Db) => Promise<Result>): Promise<Result> {
    return this.#deps.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      return work(trx);
    });
  }

  #opened(objectApiName: string, actor: Member): OpenedList {
    return openedObject(this.#deps.catalog, objectApiName, actor, this.#deps.now());
  }

  #isOpen({ object_api_name: objectApiName }: KeptListRow, actor: Member): boolean {
    if (!this.#deps.catalog.find(objectApiName)) return false;
    try {
      return this.#opened(objectApiName, actor) !== undefined;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  #view(row: KeptListRow): KeptList {
    const { catalog } = this.#deps;
    const object = catalog.find(row.object_api_name);
    return {
      id: row.id,
      objectApiName: row.object_api_name,
      objectLabel: object?.definition.label ?? row.object_api_name,
      route: (object && catalog.listRoute(object)) ?? null,
      name: row.name,
      role: row.role,
      ownerName: row.owner_name,
      ...(row.owner_page !== null && { ownerPage: row.owner_page }),
      count: row.count,
      shares: row.shares,
      holds: row.holds,
      isStarred: row.is_starred,
      updatedAt: row.updated_at,
      version: row.version,
    };
  }
}

function refuseStarred({ is_starred: isStarred, name }: KeptListRow, what: string): void {
  if (isStarred) throw new Failure('INVALID_BODY', `“${name}”不能${what}，可以清空`);
}

const nameTaken = (name: string) =>
  new Failure('DUPLICATE', `您已有名为“${name}”的清单，请换一个名称`, [{ field: 'name', message: '名称已被使用' }]);

async function refuseTooMany(
  trx: Db,
  actor: Member,
  { object_api_name: objectApiName, name }: Pick<KeptListRow, 'object_api_name' | 'name'>,
): Promise<void> {
  const { total, taken } = await ownLists(trx, actor.id, objectApiName, name);
  if (taken) throw nameTaken(name);
  if (total >= MAX_LISTS) throw new Failure('INVALID_BODY', `最多保存 ${MAX_LISTS} 个清单，请先删除不用的清单`);
}

async function change(trx: Db, row: KeptListRow, version: number, to: Parameters<typeof changeList>[3]): Promise<void> {
  if (row.version === version && (await changeList(trx, row.id, version, to))) return;
  const now = await listById(trx, row.id, row.owner_id);
  throw new Failure('CONFLICT', `清单“${now?.name ?? row.name}”已有改动，请刷新后再试`);
}

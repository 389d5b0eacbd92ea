import { type KeptList, MAX_LIST_ITEMS, MAX_LISTS, type ResolvedName } from '#schemas/api/kept-lists.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { editableList, ownList, seenList } from './base.ts';
import {
  changeList,
  deleteItems,
  insertItems,
  insertList,
  type KeptListRow,
  listById,
  listsOf,
  lockList,
  ownLists,
  purgeLists,
  touchList,
} from './queries.ts';
import { resolveAll } from './resolve-names.ts';

export interface KeptListDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly limits: Limits;
  readonly now: () => Date;
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
      const { taken } = await ownLists(trx, actor.id, row.object_api_name, plain, id);
      if (taken) throw nameTaken(plain);
      await change(trx, row, version, { name: plain, updated_at: this.#deps.now() });
    });
    return this.read(id, actor);
  }

  /** @throws Failure CONFLICT at another version. */
  async remove(id: string, version: number, actor: Member): Promise<void> {
    const now = this.#deps.now();
    await this.#inTurn(actor, async (trx) => {
      await change(trx, await ownList(trx, id, actor), version, { removed_at: now });
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
      return fresh;
    });
    const [present, unknown] = [known.length - added.length, wanted.length - known.length];
    return { added, present, unknown, list: await this.read(id, actor) };
  }

  /** Takes records off a list, also those that the user may not see or that are gone. */
  async take(id: string, ids: readonly string[], actor: Member) {
    const { db, now } = this.#deps;
    const taken = await db.transaction().execute(async (trx) => {
      await lockList(trx, id);
      await editableList(trx, id, actor);
      const gone = await deleteItems(trx, id, ids);
      if (gone.length > 0) await touchList(trx, id, now());
      return gone;
    });
    return { taken, list: await this.read(id, actor) };
  }

  /** What names mean among the records that the user may list. */
  async resolve(objectApiName: string, names: readonly string[], actor: Member): Promise<ResolvedName[]> {
    return resolveAll(this.#deps.reader, this.#opened(objectApiName, actor), names);
  }

  #inTurn<Result>(actor: Member, work: (trx: Db) => Promise<Result>): Promise<Result> {
    return this.#deps.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      return work(trx);
    });
  }

  /** @throws Failure where the list of the object is closed to the user, or it is a screen of the product itself. */
  #opened(objectApiName: string, actor: Member): OpenedList {
    const { catalog, now } = this.#deps;
    const object = catalog.storedObject(objectApiName);
    return { object, ...listAccess(object, actor, now(), catalog) };
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
      count: row.count,
      shares: row.shares,
      holds: row.holds,
      updatedAt: row.updated_at,
      version: row.version,
    };
  }
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

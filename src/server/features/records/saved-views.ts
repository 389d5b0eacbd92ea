import { MAX_VIEWS, type SavedView, type Sharing } from '#schemas/api/views.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { asksNotes } from '#generators/filters.ts';
import { Failure } from '#shared/errors.ts';
import { hasDuty, type Member } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import {
  changeView,
  defaultViews,
  insertView,
  ownViews,
  purgeViews,
  putDefaultView,
  viewById,
  type ViewRow,
  viewsOfObject,
} from './queries.ts';
import { DAY_MS } from '#shared/time/durations.ts';

export interface SavedViewDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly now: () => Date;
  /** An unguessable id: the link alone opens a shared view. */
  readonly newId: () => string;
}

interface ViewDraft {
  readonly objectApiName: string;
  readonly name: string;
  readonly state: string;
  readonly sharing: Sharing;
}

const KEPT_DAYS = 30;

/** Lists as people keep them, each seen by those it is shared with. Every method takes a person that is signed in. */
export class SavedViews {
  readonly #deps: SavedViewDeps;

  constructor(deps: SavedViewDeps) {
    this.#deps = deps;
  }

  /** @throws Failure when the list is closed to this person */
  async ofObject(objectApiName: string, actor: Member): Promise<SavedView[]> {
    this.#refuseClosed(objectApiName, actor);
    const rows = await viewsOfObject(this.#deps.db, objectApiName, actor.id);
    return rows.map((row) => this.#view(row, actor));
  }

  /** Defaults of lists that are open to this person. */
  async defaults(actor: Member): Promise<SavedView[]> {
    const rows = await defaultViews(this.#deps.db, actor.id);
    return rows.filter((row) => this.#isSeen(row, actor)).map((row) => this.#view(row, actor));
  }

  async read(id: string, actor: Member): Promise<SavedView> {
    return this.#view(await this.#seen(this.#deps.db, id, actor), actor);
  }

  async create(draft: ViewDraft, actor: Member): Promise<SavedView> {
    this.#refuseClosed(draft.objectApiName, actor);
    refuseSharing(draft.sharing, actor);
    refuseSharedNotes(draft.sharing, draft.state);
    refuseViewInView(draft.state);
    const [id, owner, now] = [this.#deps.newId(), actor.id, this.#deps.now()];
    const name = draft.name.trim();
    await this.#inTurn(owner, async (trx) => {
      await refuseTooMany(trx, owner, draft.objectApiName, name, id);
      await insertView(trx, {
        id,
        object_api_name: draft.objectApiName,
        owner_id: owner,
        name,
        state: draft.state,
        sharing: draft.sharing,
        updated_at: now,
        removed_at: null,
      });
    });
    return this.read(id, actor);
  }

  /** @throws Failure CONFLICT when the view is at another version, with the view as it is now in `data.view` */
  async update(
    id: string,
    version: number,
    change: { readonly name?: string; readonly state?: string; readonly sharing?: Sharing },
    actor: Member,
  ): Promise<SavedView> {
    refuseViewInView(change.state ?? '');
    await this.#inTurn(actor.id, async (trx) => {
      const row = await this.#editable(trx, id, actor);
      refuseSharing(change.sharing ?? row.sharing, actor);
      refuseSharedNotes(change.sharing ?? row.sharing, change.state ?? row.state);
      const name = change.name?.trim() ?? row.name;
      if (row.owner_id !== null) {
        const { isNameTaken } = await ownViews(trx, row.owner_id, row.object_api_name, name, id);
        if (isNameTaken) throw nameTaken(name);
      }
      await this.#change(trx, row, version, { ...change, name, updated_at: this.#deps.now() }, actor);
    });
    return this.read(id, actor);
  }

  async remove(id: string, version: number, actor: Member): Promise<void> {
    const now = this.#deps.now();
    await this.#inTurn(actor.id, async (trx) => {
      const row = await this.#editable(trx, id, actor);
      await this.#change(trx, row, version, { removed_at: now }, actor);
      await purgeViews(trx, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
    });
  }

  /** Brings back what was removed; a view that is there is given as it is. */
  async restore(id: string, actor: Member): Promise<SavedView> {
    await this.#inTurn(actor.id, async (trx) => {
      const row = await viewById(trx, id, actor.id);
      if (!row || !isEditor(row, actor) || !this.#isOpen(row.object_api_name, actor)) throw unknownView();
      if (row.removed_at === null) return;
      if (row.owner_id !== null) await refuseTooMany(trx, row.owner_id, row.object_api_name, row.name, id);
      await this.#change(trx, row, row.version, { removed_at: null }, actor);
    });
    return this.read(id, actor);
  }

  async setDefault(objectApiName: string, id: string | null, actor: Member): Promise<void> {
    this.#refuseClosed(objectApiName, actor);
    await this.#inTurn(actor.id, async (trx) => {
      const view = id === null ? undefined : await this.#seen(trx, id, actor);
      if (view && view.object_api_name !== objectApiName) throw unknownView();
      await putDefaultView(trx, actor.id, objectApiName, id);
    });
  }

  #inTurn(accountId: string, work: (trx: Db) => Promise<void>): Promise<void> {
    return this.#deps.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, accountId);
      await work(trx);
    });
  }

  async #change(trx: Db, row: ViewRow, version: number, change: Parameters<typeof changeView>[3], actor: Member) {
    if (row.version === version && (await changeView(trx, row.id, version, change))) return;
    const now = await viewById(trx, row.id, actor.id);
    if (!now || now.removed_at !== null) throw unknownView();
    throw new Failure('CONFLICT', `视图“${now.name}”已被他人修改，请查看最新内容后再保存`, [], {
      view: this.#view(now, actor),
    });
  }

  /** What this person may not see is as if it were not there. */
  async #seen(db: Db, id: string, actor: Member): Promise<ViewRow> {
    const row = await viewById(db, id, actor.id);
    if (!row || row.removed_at !== null || !this.#isSeen(row, actor)) throw unknownView();
    return row;
  }

  async #editable(db: Db, id: string, actor: Member): Promise<ViewRow> {
    const row = await this.#seen(db, id, actor);
    if (!isEditor(row, actor)) throw new Failure('FORBIDDEN', '只有视图的所有者可以修改它，您可以另存为自己的视图');
    return row;
  }

  #isSeen(row: ViewRow, actor: Member): boolean {
    return (row.sharing !== 'private' || row.owner_id === actor.id) && this.#isOpen(row.object_api_name, actor);
  }

  #view(row: ViewRow, actor: Member): SavedView {
    const object = this.#deps.catalog.find(row.object_api_name);
    const closed = object ? closedFields(object, row.state, actor) : [];
    return { ...toView(row, actor), ...(closed.length > 0 && { closed }) };
  }

  #isOpen(objectApiName: string, actor: Member): boolean {
    const object = this.#deps.catalog.find(objectApiName);
    return object !== undefined && decideList(object.definition, actor) === null;
  }

  #refuseClosed(objectApiName: string, actor: Member): void {
    const refused = decideList(this.#deps.catalog.object(objectApiName).definition, actor);
    if (refused) throw new Failure(refused);
  }
}

/** The list of an object that belongs to its owners is each owner's own. */
const decideList = ({ access }: Pick<ObjectDefinition, 'access'>, actor: Member) =>
  decideAudience(actor, access, access.list === 'owner' ? 'member' : access.list);

/** Views for everyone are the product's: any of the staff who see to data may tend them, also when their owner is gone. */
const isEditor = (row: ViewRow, actor: Member): boolean =>
  row.owner_id === actor.id || (row.sharing === 'everyone' && hasDuty(actor, 'data'));

const unknownView = () => new Failure('UNKNOWN_RECORD', '视图不存在，或没有共享给您');
const nameTaken = (name: string) =>
  new Failure('DUPLICATE', `您已有名为“${name}”的视图，请换一个名称`, [{ field: 'name', message: '名称已被使用' }]);

function refuseSharing(sharing: Sharing, actor: Member): void {
  if (sharing === 'everyone' && !hasDuty(actor, 'data'))
    throw new Failure('FORBIDDEN', '只有产品人员可以把视图共享给所有人');
}

/** What a user looks for in notes is theirs alone: such a view is not handed on. */
function refuseSharedNotes(sharing: Sharing, state: string): void {
  const { filter } = decodeListState(state).state;
  if (sharing === 'private' || !filter || !asksNotes(filter)) return;
  const message = '按笔记筛选的视图只能自己使用，不能共享；请先去掉笔记条件';
  throw new Failure('INVALID_BODY', message, [{ field: 'sharing', message }]);
}

/** A view that began as another would open that one instead of itself. */
function refuseViewInView(state: string): void {
  if (/[?&]v=/.test(state)) {
    throw new Failure('INVALID_BODY', undefined, [{ field: 'state', message: '视图内容中不能再引用视图' }]);
  }
}

async function refuseTooMany(trx: Db, owner: string, objectApiName: string, name: string, id: string): Promise<void> {
  const { total, isNameTaken } = await ownViews(trx, owner, objectApiName, name, id);
  if (isNameTaken) throw nameTaken(name);
  if (total >= MAX_VIEWS) throw new Failure('INVALID_BODY', `每个列表最多保存 ${MAX_VIEWS} 个视图，请先删除不用的视图`);
}

/** Fields of a view's columns and order that are there and that this person may not see. */
function closedFields(object: CatalogObject, state: string, actor: Member) {
  const { columns = [], sort = [], pinned } = decodeListState(state).state;
  const named = new Set([...columns, ...pinned, ...sort.map(({ field }) => field)]);
  const open = new Set(listableFields(object, actor).map(({ apiName }) => apiName));
  return object.fields
    .filter(({ apiName }) => named.has(apiName) && !open.has(apiName))
    .map(({ apiName, label }) => ({ apiName, label }));
}

const toView = (row: ViewRow, actor: Member): SavedView => ({
  id: row.id,
  objectApiName: row.object_api_name,
  name: row.name,
  state: row.state,
  sharing: row.sharing,
  ownerName: row.owner_name,
  isMine: row.owner_id === actor.id,
  isEditable: isEditor(row, actor),
  isDefault: row.is_default,
  updatedAt: row.updated_at,
  version: row.version,
});

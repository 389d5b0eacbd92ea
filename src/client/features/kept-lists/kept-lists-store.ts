import { makeAutoObservable } from 'mobx';
import type { KeptList, ListShare, ResolvedName } from '#schemas/api/kept-lists.ts';
import {
  addToKeptList,
  createKeptList,
  listKeptLists,
  listShares,
  MAX_LIST_ITEMS,
  removeKeptList,
  renameKeptList,
  resolveListNames,
  restoreKeptList,
  shareKeptList,
  takeFromKeptList,
  unshareKeptList,
} from '#schemas/generated/api/kept-lists.ts';
import { emptyKeptList } from '#schemas/generated/api/stars.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Records that are to be put on a list, while the user says on which. */
export interface Keeping {
  readonly objectApiName: string;
  readonly ids: readonly string[];
}

/** Says what has just been done, with the way back, or that it failed. */
export type Say = (
  words: string,
  more?: { readonly isFailure?: boolean; readonly onUndo?: (() => void) | undefined },
) => void;

/** The lists of records that a user keeps, and those shared with them. Methods that are awaited throw `ApiFailure`. */
export class KeptListsStore {
  /** All lists, for their page. */
  readonly all: Loadable<KeptList[]>;
  /** Lists of one object, with whether the record that is asked about is on each. */
  readonly offered: Loadable<KeptList[], [asked: Keeping]>;
  keeping: Keeping | undefined;
  readonly #api: Api;
  readonly #say: Say;

  readonly #onChanged: () => void;

  /** @param onChanged hears that records were put on lists or taken off. */
  constructor(api: Api, say: Say, onChanged: () => void = () => undefined) {
    this.#api = api;
    this.#say = say;
    this.#onChanged = onChanged;
    this.all = new Loadable((signal) => api.call(listKeptLists, { query: {}, signal }));
    this.offered = new Loadable((signal, { objectApiName, ids }) => {
      const [recordId, ...more] = ids;
      const query = { objectApiName, ...(recordId !== undefined && more.length === 0 && { recordId }) };
      return api.call(listKeptLists, { query, signal });
    });
    makeAutoObservable(this, { all: false, offered: false }, { autoBind: true });
  }

  /** Asks on which list records are to be put. */
  ask(objectApiName: string, ids: readonly string[]): void {
    if (ids.length > MAX_LIST_ITEMS) {
      this.#say(`一次最多加入 ${MAX_LIST_ITEMS} 条，请减少选择`, { isFailure: true });
      return;
    }
    this.keeping = { objectApiName, ids: [...ids] };
    void this.offered.load(this.keeping);
  }

  dismiss(): void {
    this.keeping = undefined;
  }

  /** Forgets all: the next user has other lists. */
  clear(): void {
    this.keeping = undefined;
    this.all.clear();
    this.offered.clear();
  }

  /** Puts records on a list and says how many were on it already. */
  async add(list: Pick<KeptList, 'id' | 'name'>, ids: readonly string[]): Promise<void> {
    const { added, present, unknown } = await this.#api.call(addToKeptList, {
      params: { id: list.id },
      body: { ids: [...ids] },
    });
    const parts = [
      added.length > 0 ? `已将 ${added.length} 条加入“${list.name}”` : `没有新的记录加入“${list.name}”`,
      ...(present > 0 ? [`${present} 条原已在清单中`] : []),
      ...(unknown > 0 ? [`${unknown} 条不存在或不对您开放`] : []),
    ];
    const onUndo = added.length > 0 ? this.#quietly(() => this.#take(list.id, added)) : undefined;
    this.#say(parts.join('，'), { onUndo });
    await this.#again();
  }

  /**
   * Takes records off a list; `onDone` reads again what is on screen, also after they are put back. Records that are there
   * no more cannot be put back.
   */
  async take(list: Pick<KeptList, 'id'>, ids: readonly string[], onDone: () => void, areGone = false): Promise<void> {
    try {
      const taken = await this.#take(list.id, ids);
      const back = async () => {
        await this.#api.call(addToKeptList, { params: { id: list.id }, body: { ids: taken } });
        onDone();
      };
      this.#say(`已移出 ${taken.length} 条`, {
        onUndo: taken.length > 0 && !areGone ? this.#quietly(back) : undefined,
      });
      this.#onChanged();
      onDone();
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  async create(objectApiName: string, name: string): Promise<KeptList> {
    const made = await this.#api.call(createKeptList, { body: { objectApiName, name } });
    await this.#again();
    return made;
  }

  async rename({ id, version }: KeptList, name: string): Promise<void> {
    await this.#api.call(renameKeptList, { params: { id }, body: { version, name } });
    await this.#again();
  }

  async remove({ id, version, name }: KeptList): Promise<void> {
    try {
      await this.#api.call(removeKeptList, { params: { id }, body: { version } });
      const back = () => this.#api.call(restoreKeptList, { params: { id }, body: {} });
      this.#say(`已删除清单“${name}”`, { onUndo: this.#quietly(back) });
    } catch (thrown) {
      this.#failed(thrown);
    }
    await this.#again();
  }

  /** Takes all records off a list, with the way back. */
  async empty({ id, name }: KeptList): Promise<void> {
    try {
      const { taken } = await this.#api.call(emptyKeptList, { params: { id }, body: {} });
      const back = () => this.#api.call(addToKeptList, { params: { id }, body: { ids: taken } });
      this.#say(`已清空“${name}”，共移出 ${taken.length} 条`, {
        onUndo: taken.length > 0 ? this.#quietly(back) : undefined,
      });
    } catch (thrown) {
      this.#failed(thrown);
    }
    await this.#again();
  }

  resolve(objectApiName: string, names: string[]): Promise<ResolvedName[]> {
    return this.#api.call(resolveListNames, { body: { objectApiName, names } });
  }

  sharesOf(id: string): Promise<ListShare[]> {
    return this.#api.call(listShares, { params: { id } });
  }

  async share({ id }: KeptList, account: string, role: ListShare['role']): Promise<ListShare[]> {
    const shares = await this.#api.call(shareKeptList, { params: { id }, body: { account, role } });
    await this.#again();
    return shares;
  }

  /** Gives up the user's own part in a list of others. */
  async leave(list: KeptList, me: string): Promise<void> {
    try {
      await this.unshare(list, me);
      this.#say(`已退出清单“${list.name}”`);
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  /** Ends a share. */
  async unshare({ id }: KeptList, accountId: string): Promise<void> {
    await this.#api.call(unshareKeptList, { params: { id }, body: { accountId } });
    await this.#again();
  }

  #failed(thrown: unknown): void {
    this.#say(asFailure(thrown).message, { isFailure: true });
  }

  async #take(id: string, ids: readonly string[]): Promise<string[]> {
    const { taken } = await this.#api.call(takeFromKeptList, { params: { id }, body: { ids: [...ids] } });
    return taken;
  }

  /** A way back: what it changes is read again, and that it failed is said. */
  #quietly(back: () => Promise<unknown>): () => void {
    return () =>
      void back().then(
        () => this.#again(),
        (thrown: unknown) => this.#failed(thrown),
      );
  }

  /** The page of lists is read again where it was opened. */
  async #again(): Promise<void> {
    this.#onChanged();
    if (this.all.state !== 'idle') await this.all.refresh();
  }
}

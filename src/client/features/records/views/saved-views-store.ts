import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { SavedView, Sharing } from '#schemas/api/views.ts';
import {
  createView,
  listDefaultViews,
  listViews,
  readView,
  removeView,
  restoreView,
  setDefaultView,
  updateView,
} from '#schemas/generated/api/views.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { waitByTimer } from '#client/lib/wait.ts';
import { DEFAULT_LIST_STATE, type ListDisplay, type ListState } from '#shared/lists/list-state.ts';
import { askedView, decodeListState, encodeListState, PLAIN_LIST } from '#shared/lists/list-address.ts';
import { DisplayChoices } from './display-choices.ts';

/** Longest that lists wait for the person's defaults. */
const PATIENCE_MS = 2000;

/** Views of one object in the person's menu, as far as they have been read. */
interface Menu {
  readonly ids: readonly string[];
  readonly failure?: ApiFailure;
}

/** What an address comes to: where the list really is, with a word when a view could not be opened. */
export interface ResolvedAddress {
  readonly search: string;
  readonly notice?: string;
}

/** A list with a condition of its own, as views of its object are opened there. */
export interface ListWithin {
  readonly objectApiName: string;
  readonly stateOf: (whole: ListState) => ListState | undefined;
}

/** The saved views of a person, for every list. Methods that change something throw `ApiFailure`. */
export class SavedViewsStore {
  /** The defaults are known, or could not be read in time. */
  isReady = false;
  readonly #api: Api;
  readonly #isStaff: () => boolean;
  readonly #displays: DisplayChoices;
  readonly #wait: (milliseconds: number) => Promise<void>;
  readonly #known = observable.map<string, SavedView>({}, { deep: false });
  readonly #menus = observable.map<string, Menu>({}, { deep: false });
  readonly #lost = observable.map<string, string>();

  constructor(api: Api, isStaff: () => boolean, displays = new DisplayChoices(), wait = waitByTimer) {
    this.#api = api;
    this.#isStaff = isStaff;
    this.#displays = displays;
    this.#wait = wait;
    makeAutoObservable(this);
  }

  /** Only staff share with everyone. */
  get mayShareWithEveryone(): boolean {
    return this.#isStaff();
  }

  /** Reads which view each list opens with. Lists wait for the answer, but not for long. */
  async start(): Promise<void> {
    const read = this.#api.call(listDefaultViews).then(
      (views) =>
        runInAction(() => {
          for (const view of views) this.#known.set(view.id, view);
        }),
      () => undefined,
    );
    await Promise.race([read, this.#wait(PATIENCE_MS)]);
    runInAction(() => (this.isReady = true));
  }

  /** Forgets everything; another person has other views. */
  clear(): void {
    this.isReady = false;
    this.#known.clear();
    this.#menus.clear();
    this.#lost.clear();
  }

  view(id: string | undefined): SavedView | undefined {
    return id === undefined ? undefined : this.#known.get(id);
  }

  defaultOf(objectApiName: string): SavedView | undefined {
    return [...this.#known.values()].find((view) => view.isDefault && view.objectApiName === objectApiName);
  }

  /** The views of a list's menu; undefined until read. */
  of(objectApiName: string): readonly SavedView[] | undefined {
    return this.#menus.get(objectApiName)?.ids.flatMap((id) => this.#known.get(id) ?? []);
  }

  /** Why the menu of a list could not be read. */
  failureOf(objectApiName: string): ApiFailure | undefined {
    return this.#menus.get(objectApiName)?.failure;
  }

  /**
   * Where an address leads; undefined while the view that it asks for is being read. `within`: of a list with a condition of
   * its own, the object and what a view shows there.
   */
  resolve(objectApiName: string, search: string, within?: ListWithin): ResolvedAddress | undefined {
    const asked = askedView(search);
    if (asked === undefined) {
      if (search !== '') return { search };
      const view = this.defaultOf(objectApiName);
      if (view) return { search: addressOf(view), ...closedNotice(view) };
      const display = this.#displays.of(objectApiName);
      return { search: encodeListState({ ...DEFAULT_LIST_STATE, display }) || search };
    }
    const view = this.#known.get(asked);
    const isOurs = view !== undefined && view.objectApiName === (within?.objectApiName ?? objectApiName);
    const state = isOurs ? (within ? within.stateOf(viewState(view)) : viewState(view)) : undefined;
    if (view && state) return { search: encodeListState(state), ...closedNotice(view) };
    const reason = view ? '链接中的视图属于另一个列表' : this.#lost.get(asked);
    return reason === undefined ? undefined : { search: PLAIN_LIST, notice: `${reason}，已显示全部记录` };
  }

  /** The address of what a person has chosen: never one that a default view or another look would take over. */
  addressFor(objectApiName: string, state: ListState): string {
    const isTaken = this.defaultOf(objectApiName) !== undefined || this.#displays.of(objectApiName) !== 'table';
    return encodeListState(state) || (isTaken ? PLAIN_LIST : '');
  }

  /** How a user shows a list: it opens like that the next time in this browser. */
  rememberDisplay = (objectApiName: string, display: ListDisplay): void => {
    this.#displays.keep(objectApiName, display);
  };

  /** Reads one view, as a link names it. */
  open = async (id: string): Promise<void> => {
    try {
      this.receive(await this.#api.call(readView, { params: { id } }));
    } catch (thrown) {
      const { message } = asFailure(thrown);
      runInAction(() => this.#lost.set(id, message));
    }
  };

  /** Reads the menu of a list; what was read before stays until then. */
  load = async (objectApiName: string): Promise<void> => {
    try {
      const views = await this.#api.call(listViews, { query: { objectApiName } });
      runInAction(() => {
        for (const view of views) this.#known.set(view.id, view);
        this.#menus.set(objectApiName, { ids: views.map((view) => view.id) });
      });
    } catch (thrown) {
      const ids = this.#menus.get(objectApiName)?.ids ?? [];
      runInAction(() => this.#menus.set(objectApiName, { ids, failure: asFailure(thrown) }));
    }
  };

  async create(objectApiName: string, name: string, state: ListState, sharing: Sharing): Promise<SavedView> {
    const body = { objectApiName, name, state: viewText(state), sharing };
    const view = await this.#api.call(createView, { body });
    this.receive(view);
    return view;
  }

  /** On a conflict the view becomes known as it is now, and the failure is thrown for the person to read. */
  async change(view: SavedView, change: { name?: string; state?: ListState; sharing?: Sharing }): Promise<SavedView> {
    const { state, ...rest } = change;
    const body = { version: view.version, ...rest, ...(state && { state: viewText(state) }) };
    try {
      const changed = await this.#api.call(updateView, { params: { id: view.id }, body });
      this.receive(changed);
      return changed;
    } catch (thrown) {
      const failure = asFailure(thrown);
      const now = (failure.data as { view?: SavedView } | null)?.view;
      if (now) this.receive(now);
      throw failure;
    }
  }

  async remove(view: SavedView): Promise<void> {
    await this.#api.call(removeView, { params: { id: view.id }, body: { version: view.version } });
    runInAction(() => {
      this.#known.delete(view.id);
      this.#lost.set(view.id, '视图已删除');
    });
  }

  async restore(view: SavedView): Promise<void> {
    this.receive(await this.#api.call(restoreView, { params: { id: view.id }, body: {} }));
  }

  async setDefault(objectApiName: string, id: string | null): Promise<void> {
    await this.#api.call(setDefaultView, { body: { objectApiName, id } });
    runInAction(() => {
      for (const view of this.#known.values()) {
        const isDefault = view.objectApiName === objectApiName ? view.id === id : view.isDefault;
        if (isDefault !== view.isDefault) this.#known.set(view.id, { ...view, isDefault });
      }
    });
  }

  /** Takes a view as the server has it now. */
  receive(view: SavedView): void {
    this.#known.set(view.id, view);
    this.#lost.delete(view.id);
    const menu = this.#menus.get(view.objectApiName);
    if (menu && !menu.ids.includes(view.id)) {
      this.#menus.set(view.objectApiName, { ...menu, ids: [view.id, ...menu.ids] });
    }
  }
}

/** The address of a list that is a board, and as usual otherwise. */

/** A list's state as a view keeps it: without the view that it began as. */
const viewText = (state: ListState): string => encodeListState({ ...state, view: undefined });

/** What a view shows this person. Never throws: what cannot be read of it is left out. */
export function viewState(view: SavedView): ListState {
  const { state } = decodeListState(view.state);
  const closed = new Set(view.closed?.map(({ apiName }) => apiName));
  const columns = state.columns?.filter((apiName) => !closed.has(apiName));
  return {
    ...state,
    columns: columns && columns.length > 0 ? columns : undefined,
    pinned: state.pinned.filter((apiName) => !closed.has(apiName)),
    sort: state.sort?.filter(({ field }) => !closed.has(field)),
    view: view.id,
  };
}

/** Says which columns of a view the person may not see. */
function closedNotice({ name, closed = [] }: SavedView): { notice?: string } {
  if (closed.length === 0) return {};
  return { notice: `视图“${name}”中的“${closed.map(({ label }) => label).join('”“')}”对您不可见，已略过` };
}

const addressOf = (view: SavedView): string => encodeListState(viewState(view));

/** Has the list been changed since it opened as this view? */
export const isChanged = (state: ListState, view: SavedView | undefined): boolean =>
  viewText(state) !== viewText(view ? viewState(view) : DEFAULT_LIST_STATE);

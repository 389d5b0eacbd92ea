import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ListView } from '#schemas/api/list-view.ts';
import type { ListQuery, ListReply, RecordRow } from '#schemas/api/records.ts';
import type { FixedList } from '#schemas/metadata/fixed-list.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { isAboutShown, type StreamEvent } from '#client/lib/events.ts';
import { holdsFields, listQuestion, matchKey, orderKey, viewOf } from './list-question.ts';
import { DEFAULT_LIST_STATE, type ListState } from '#shared/lists/list-state.ts';
import { listingOf, type OwnFields, withOwn } from './listed.ts';
import { pruneListState } from './prune-state.ts';
import { FreshRows } from './fresh-rows.ts';
import { RowCounter } from './row-counter.ts';
import { RowSelection } from './row-selection.ts';
import { CHUNK_ROWS, RowWindow, type RowCount } from '#client/features/records/base/row-window.ts';
import { RowLoader, restByTimer, type ChunkPlace, type Rest } from './row-window-loader.ts';
import { idsBetween, MAX_RANGE } from './row-window-range.ts';

/** `loading`: nothing to show yet; `refreshing`: the rows on screen answer the question before. */
export type ListStatus = 'loading' | 'refreshing' | 'ready' | 'failed';

/** The list of one object as a URL asks for it. Only the rows around the view are kept. */
export class RecordListStore {
  readonly objectApiName: string;
  /** The list with a condition of its own that this is; undefined for the list of all records. */
  readonly fixed: FixedList | undefined;
  view: ListView | undefined;
  /** Columns of the list of records that all rows are on, once they are known. */
  own: OwnFields | undefined;
  /** What the URL says, without what the layout cannot do. */
  state: ListState = DEFAULT_LIST_STATE;
  status: ListStatus = 'loading';
  /** Of the whole list when `status` is `failed`, else of some rows that were scrolled to. */
  failure: ApiFailure | undefined;
  /** What was dropped from the URL and why, until dismissed. */
  notices: readonly string[] = [];
  /** Fields that are being worked out for all records. */
  recounting: readonly string[] = [];
  /** Another number means other rows or another order: the view goes back to the top. */
  generation = 0;
  readonly selection = new RowSelection();
  readonly fresh: FreshRows;
  readonly #rows = new RowWindow();
  readonly #loader: RowLoader;
  readonly counter: RowCounter;
  /** The question that the rows answer. */
  #answered: ListQuery | undefined;
  /** Replies of an earlier turn come too late and are let go. */
  #turn = 0;
  #given = new AbortController();
  readonly #api: Api;

  constructor(api: Api, objectApiName: string, rest: Rest = restByTimer, fixed?: FixedList) {
    this.#api = api;
    this.objectApiName = objectApiName;
    this.fixed = fixed;
    this.fresh = new FreshRows(async (ids) => (await this.#askNames({ ids })).list, this.#isHere);
    this.counter = new RowCounter(api, this.#rows, { query: () => this.query, turn: () => this.#turn });
    this.#loader = new RowLoader({
      rows: this.#rows,
      ask: (place, signal) => this.#ask({ ...(this.#answered ?? this.query), ...place, pageSize: CHUNK_ROWS }, signal),
      receive: (chunk, reply) => this.#receive(chunk, reply),
      fail: (failure) => runInAction(() => (this.failure = failure)),
      rest,
    });
    makeAutoObservable(this, {
      fixed: false,
      view: observableRef,
      own: observableRef,
      state: observableRef,
      notices: observableRef,
      recounting: observableRef,
      failure: observableRef,
      selection: false,
      counter: false,
      fresh: false,
      rowAt: false,
      placeOf: false,
      keptRows: false,
      see: false,
    });
  }

  /** Rows to draw: as many as are known, and some more while the end is not. */
  get rowCount(): number {
    return this.#rows.rowCount;
  }
  /** Undefined until counted; rows never wait for it. */
  get count(): RowCount | undefined {
    return this.#rows.count;
  }
  /** Chunks of rows in memory. */
  get keptChunks(): number {
    return this.#rows.keptChunks;
  }
  /** The row at a place from 0; undefined while it is not here. Observable. */
  rowAt = (index: number): RecordRow | undefined => this.#rows.rowAt(index);
  /** Every row that is here, in its order. */
  keptRows = (): readonly RecordRow[] => this.#rows.kept();
  /** The place of a row that is here. Observable. */
  placeOf = (id: string): number | undefined => this.#rows.placeOf(id);
  readonly #isHere = (id: string): boolean => this.placeOf(id) !== undefined;

  /** Says which rows are on screen, `to` being one past the last: what is missing of them is fetched. */
  see = (from: number, to: number): void => {
    if (this.status !== 'loading') this.#loader.see(from, to);
  };

  /** What may be asked here: the layout with the columns of the list that all rows are on. */
  get asked(): ListView | undefined {
    const { view, own, state } = this;
    return view && own && listingOf(state.filter)?.inList === own.listId ? withOwn(view, own) : view;
  }

  /** Takes the columns of a list of records; what is asked of those that it has no more is dropped. */
  knowOwn(own: OwnFields | undefined): void {
    this.own = own;
    const before = orderKey(this.query);
    if (this.view) this.#adopt(this.view);
    if (orderKey(this.query) !== before) void this.#open();
  }

  /** The question to the server, without page. */
  get query(): ListQuery {
    return listQuestion(this.objectApiName, this.state, this.view, this.fixed);
  }

  /** Shows what a URL says. Rows are fetched only when that makes another question, or wants fields they do not have. */
  async show(state: ListState, notices: readonly string[] = []): Promise<void> {
    if (matchKey(listQuestion(this.objectApiName, state, undefined, this.fixed)) !== matchKey(this.query))
      this.selection.clear();
    this.state = state;
    this.notices = [...this.notices, ...notices];
    if (this.view) this.#adopt(this.view);
    const answered = this.#answered;
    if (!answered || !this.view || orderKey(this.query) !== orderKey(answered)) await this.#open();
    else if (!holdsFields(answered, this.query, this.view)) await this.#refresh();
  }

  /** Asks again; the rows on screen stay until the new ones come, and the view where it is. */
  reload = async (): Promise<void> => {
    const isSame = this.#answered && this.rowCount > 0 && orderKey(this.#answered) === orderKey(this.query);
    await (isSame ? this.#refresh() : this.#open());
  };

  /** Asks again for the rows that could not be had. */
  retry = async (): Promise<void> => {
    this.failure = undefined;
    this.#loader.retry();
    await this.settled();
  };

  /** Resolves when no rows are on their way. */
  settled = (): Promise<void> => this.#loader.idle();
  /** Picks the rows of a range (`to` is one past the last), or lets them go, also those in between that were never on screen. */
  selectRange = async (from: number, to: number, picked = true): Promise<void> => {
    if (to - from > MAX_RANGE) return this.say(`一次最多连选 ${MAX_RANGE} 条，可用“全选”选中全部符合条件的记录`);
    const turn = this.#turn;
    try {
      const ids = await idsBetween(from, to, this.#rows, (place: ChunkPlace) => this.#askNames(place));
      if (turn === this.#turn) this.selection.range(ids, picked);
    } catch (thrown) {
      this.say(`连选未完成：${asFailure(thrown).message}`);
    }
  };

  /** Adds a word to those above the list. */
  say = (notice: string): void => void (this.notices = [...this.notices, notice]);
  dismissNotices = (): void => void (this.notices = []);

  /** Takes a hint: a newer layout of this object is adopted, and rows that have changed are read again where they are. */
  receive(event: StreamEvent): void {
    if (!this.view) return;
    const isOwn = 'objectApiName' in event && event.objectApiName === this.objectApiName;
    if (isOwn && event.type === 'metadata.changed' && event.version > this.view.version) void this.reload();
    if (isAboutShown(event, this.objectApiName, this.#isHere)) void this.reload();
    if (isOwn && event.type === 'records.changed') void this.fresh.find(event.created ?? []);
    if (event.type === 'stream.opened') void this.#checkLayout();
  }

  /** Shows the list from its first row, with what was added to it. */
  showFresh = (): Promise<void> => this.#open();

  /** Asks another question from its first row. The rows of the one before stay on screen until the answer comes. */
  async #open(): Promise<void> {
    const turn = this.#begin();
    this.status = this.#rows.keptChunks > 0 ? 'refreshing' : 'loading';
    const { query } = this;
    try {
      const reply = await this.#ask({ ...query, pageSize: CHUNK_ROWS, withCount: true }, this.#given.signal);
      if (turn !== this.#turn) return;
      runInAction(() => {
        // Of the question before, more may have been asked meanwhile.
        this.#loader.stop();
        this.#rows.clear();
        this.fresh.clear();
        this.#answered = query;
        this.generation += 1;
        this.#receive(0, reply);
        if (turn === this.#turn) this.status = 'ready';
      });
      if (turn === this.#turn && this.count?.isExact !== true) void this.counter.inBackground(turn);
    } catch (thrown) {
      if (turn === this.#turn) await this.#refused(asFailure(thrown), turn);
    }
  }

  /** Reads the rows on screen again, in their places; all others when they are scrolled to. */
  async #refresh(): Promise<void> {
    const turn = this.#begin();
    this.status = 'refreshing';
    if (this.#loader.visible.length === 0) this.#loader.see(0, 1);
    this.#rows.age(this.#loader.visible);
    this.#answered = this.query;
    this.#loader.retry();
    await this.settled();
    if (turn !== this.#turn) return;
    if (this.failure?.code === FAILURES.INVALID_QUERY.code) await this.#refused(this.failure, turn);
    else runInAction(() => (this.status = 'ready'));
  }

  #begin(): number {
    this.failure = undefined;
    this.#loader.stop();
    this.#given.abort();
    this.#given = new AbortController();
    return ++this.#turn;
  }

  #receive(chunk: number, reply: ListReply): void {
    runInAction(() => {
      this.#rows.put(chunk, reply);
      this.recounting = reply.recounting ?? [];
      // The other rows answer for the layout before.
      if (reply.layout && !this.#takes(reply.layout) && this.status === 'ready') void this.#refresh();
    });
  }

  /** Adopts a layout; true when the question is another for it and is being asked. */
  #takes(layout: ListView): boolean {
    const before = orderKey(this.query);
    runInAction(() => this.#adopt(layout));
    if (orderKey(this.query) === before) return false;
    void this.#open();
    return true;
  }

  /** Hints may have been missed: one row is asked for, to learn whether the layout is still current. */
  async #checkLayout(): Promise<void> {
    try {
      const { layout } = await this.#ask({ objectApiName: this.objectApiName, pageSize: 1 });
      if (layout) await this.reload();
    } catch {
      // What is on screen stays good; the next hint asks again.
    }
  }

  #ask(query: ListQuery, signal?: AbortSignal): Promise<ListReply> {
    const version = this.view ? { layoutVersion: this.view.version } : {};
    return this.#api.call(listRecords, { body: { ...query, ...version, withLogo: true }, ...(signal && { signal }) });
  }

  /** Rows of the question with their names alone. */
  #askNames(which: ChunkPlace | Pick<ListQuery, 'ids'>): Promise<ListReply> {
    const fields = this.view ? [this.view.nameField] : [];
    return this.#ask({ ...this.query, ...which, fields, pageSize: CHUNK_ROWS });
  }

  /** Takes a layout, and drops from the state what it cannot do. Fields that are gone keep the name they had. */
  #adopt(layout: ListView): void {
    const view = viewOf(layout, this.fixed);
    const labelOf = (name: string) => this.view?.fields.find(({ apiName }) => apiName === name)?.label ?? name;
    const { state, notices } = pruneListState(this.state, view, labelOf, this.own);
    this.view = view;
    this.state = state;
    if (notices.length > 0) this.notices = [...this.notices, ...notices];
  }

  /** A query may be refused because of fields that are gone: the layout of a plain query says which. */
  async #refused(failure: ApiFailure, turn: number): Promise<void> {
    const before = this.state;
    if (failure.code === FAILURES.INVALID_QUERY.code) {
      const plain = await this.#ask({ objectApiName: this.objectApiName, pageSize: 1 }).catch(() => undefined);
      if (turn !== this.#turn) return;
      const layout = plain?.layout ?? this.view;
      if (layout) runInAction(() => this.#adopt(layout));
      if (this.state !== before) return this.reload();
    }
    runInAction(() => {
      this.failure = failure;
      this.status = 'failed';
      this.#rows.clear();
      this.#answered = undefined;
    });
  }
}

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import {
  countRecords,
  listRecords,
  type ListQuery,
  type ListReply,
  type ListView,
  type RecordRow,
} from '#schemas/api/records.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { DEFAULT_LIST_STATE, type ListState } from './list-state.ts';
import { pruneListState } from './prune-state.ts';

const PAGE_SIZE = 50;
const RELOAD_SIZE = 100;

/** `loading`: nothing to show yet; `refreshing`: the rows on screen answer the question before. */
export type ListStatus = 'loading' | 'refreshing' | 'ready' | 'failed';

/** How many rows match; not exact where counting stopped at its limit. */
export interface RowCount {
  readonly total: number;
  readonly isExact: boolean;
}

/** The list of one object as a URL asks for it. */
export class RecordListStore {
  readonly objectApiName: string;
  view: ListView | undefined;
  /** What the URL says, without what the layout cannot do. */
  state: ListState = DEFAULT_LIST_STATE;
  rows: readonly RecordRow[] = [];
  status: ListStatus = 'loading';
  isLoadingMore = false;
  isCounting = false;
  failure: ApiFailure | undefined;
  /** Undefined until counted; rows never wait for it. */
  count: RowCount | undefined;
  /** What was dropped from the URL and why, until dismissed. */
  notices: readonly string[] = [];
  after: string | null = null;
  #answered: string | undefined;
  /** Replies of an earlier turn come too late and are let go. */
  #turn = 0;
  readonly #api: Api;

  constructor(api: Api, objectApiName: string) {
    this.#api = api;
    this.objectApiName = objectApiName;
    makeAutoObservable(this, {
      view: observableRef,
      state: observableRef,
      rows: observableRef,
      count: observableRef,
      notices: observableRef,
    });
  }

  get hasMore(): boolean {
    return this.after !== null;
  }

  /** The question to the server, without page. */
  get query(): ListQuery {
    const { filter, keyword, sort, columns } = this.state;
    return {
      objectApiName: this.objectApiName,
      ...(filter && { filter }),
      ...(keyword.trim() && { keyword: keyword.trim() }),
      ...(sort && { sort: [...sort] }),
      ...(columns && { fields: [...columns] }),
    };
  }

  /** Shows what a URL says. Rows are fetched only when that makes another question. */
  async show(state: ListState, notices: readonly string[] = []): Promise<void> {
    this.state = state;
    this.notices = [...this.notices, ...notices];
    if (this.view) this.#adopt(this.view);
    if (JSON.stringify(this.query) !== this.#answered) await this.reload();
  }

  /** Asks for the first page again; the rows on screen stay until it comes. */
  reload = async (): Promise<void> => {
    const turn = ++this.#turn;
    this.status = this.rows.length > 0 ? 'refreshing' : 'loading';
    this.failure = undefined;
    const { query } = this;
    const pageSize = this.rows.length > PAGE_SIZE && JSON.stringify(query) === this.#answered ? RELOAD_SIZE : PAGE_SIZE;
    try {
      const reply = await this.#ask({ ...query, pageSize });
      if (turn === this.#turn) this.#receive(reply, query);
    } catch (thrown) {
      if (turn === this.#turn) await this.#refused(asFailure(thrown), turn);
    }
  };

  /** The next page, when there is one and none is on its way. */
  loadMore = async (): Promise<void> => {
    if (this.after === null || this.isLoadingMore || this.status !== 'ready') return;
    const turn = this.#turn;
    this.isLoadingMore = true;
    this.failure = undefined;
    try {
      const reply = await this.#ask({ ...this.query, after: this.after, pageSize: PAGE_SIZE });
      if (turn === this.#turn) this.#append(reply);
    } catch (thrown) {
      if (turn === this.#turn) runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isLoadingMore = false));
    }
  };

  /** Counts every matching row, however many there are. */
  countExactly = async (): Promise<void> => {
    if (this.isCounting) return;
    this.isCounting = true;
    await this.#countRows(this.#turn, true);
    runInAction(() => (this.isCounting = false));
  };

  dismissNotices = (): void => {
    this.notices = [];
  };

  /** Takes a hint: a newer layout of this object is adopted, with the rows as it shows them. */
  receive(event: StreamEvent): void {
    if (!this.view) return;
    const isNewer = event.type === 'metadata.changed' && event.version > this.view.version;
    if (isNewer && event.objectApiName === this.objectApiName) void this.reload();
    if (event.type === 'stream.opened') void this.#checkLayout();
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

  #ask(query: ListQuery): Promise<ListReply> {
    const version = this.view ? { layoutVersion: this.view.version } : {};
    return this.#api.call(listRecords, { body: { ...query, ...version } });
  }

  #receive(reply: ListReply, asked: ListQuery): void {
    runInAction(() => {
      this.#answered = JSON.stringify(asked);
      this.rows = reply.list;
      this.after = reply.after;
      this.status = 'ready';
      this.count = reply.totalIsExact ? { total: reply.total, isExact: true } : undefined;
      if (reply.layout) this.#adopt(reply.layout);
    });
    if (JSON.stringify(this.query) !== this.#answered) void this.reload();
    else if (!reply.totalIsExact) void this.#countRows(this.#turn);
  }

  #append(reply: ListReply): void {
    runInAction(() => {
      const known = new Set(this.rows.map((row) => row.id));
      this.rows = [...this.rows, ...reply.list.filter((row) => !known.has(row.id))];
      this.after = reply.after;
    });
  }

  async #countRows(turn: number, exact = false): Promise<void> {
    const { objectApiName, filter, keyword } = this.query;
    try {
      const body = { objectApiName, exact, ...(filter !== undefined && { filter }), ...(keyword && { keyword }) };
      const { total, totalIsExact } = await this.#api.call(countRecords, { body });
      if (turn === this.#turn) runInAction(() => (this.count = { total, isExact: totalIsExact }));
    } catch {
      // A list without its count is still a list.
    }
  }

  /** Takes a layout, and drops from the state what it cannot do. Fields that are gone keep the name they had. */
  #adopt(view: ListView): void {
    const before = this.view;
    const labelOf = (apiName: string) => before?.fields.find((field) => field.apiName === apiName)?.label ?? apiName;
    const { state, notices } = pruneListState(this.state, view, labelOf);
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
      this.rows = [];
      this.after = null;
    });
  }
}

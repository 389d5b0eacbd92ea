import { makeAutoObservable, observable, runInAction } from 'mobx';
import { BOARD_CARDS, readBoard } from '#schemas/generated/api/boards.ts';
import type { Board, BoardQuery } from '#schemas/api/boards.ts';
import { listRecords, readRecord, updateRecord } from '#schemas/generated/api/records.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { boardOptions, moveInto } from './board-move.ts';

/** The move that can be taken back. */
interface Moved {
  readonly id: string;
  readonly words: string;
  /** The column that it came from. */
  readonly from: unknown;
}

/** One column as it is on screen. */
export interface BoardColumn {
  readonly value: string;
  readonly label: string;
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly sum: string | null;
  readonly rows: readonly RecordRow[];
}

/** A list as columns of cards, which are moved from one to another by an action of the object. */
export class BoardStore {
  readonly board: Loadable<Board, [BoardQuery]>;
  /** The last move, until it is taken back, another is made, or it is put away. */
  moved: Moved | undefined;
  /** The card that takes the focus, in its new place. */
  focused: string | undefined;
  /** The same while it is not there yet. */
  #placed: string | undefined;
  /** The card that is on its way, as it was before: a second press does not move it twice. */
  #moving: RecordRow | undefined;
  /** What could not be fetched of a column, in words. */
  problem = '';
  /** Further cards, by column. */
  readonly #more = observable.map<string, readonly RecordRow[]>({}, { deep: false });
  #question: BoardQuery | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.board = new Loadable<Board, [BoardQuery]>(
      (signal, query) => api.call(readBoard, { body: query, signal }),
      () => {
        this.#more.clear();
        this.focused = this.#placed;
        this.#placed = undefined;
        this.#moving = undefined;
      },
    );
    makeAutoObservable(this, { board: false });
  }

  /** Shows the board for a question; undefined while the list is shown. The same question again asks nothing. */
  async show(question: BoardQuery | undefined): Promise<void> {
    if (JSON.stringify(question) === JSON.stringify(this.#question)) return;
    this.#question = question;
    if (question) await this.board.load(question);
    else this.board.clear();
  }

  /** Asks again: something has changed. What is on screen stays meanwhile. */
  reload(): void {
    if (this.#question) void this.board.refresh(this.#question);
  }

  columns(view: ListView): readonly BoardColumn[] {
    const columns = new Map(this.board.value?.columns.map((column) => [column.value, column]));
    return boardOptions(view).map(({ value, label }) => {
      const { list = [], total = 0, totalIsExact = true, sum = null } = columns.get(value) ?? {};
      return { value, label, total, totalIsExact, sum, rows: [...list, ...(this.#more.get(value) ?? [])] };
    });
  }

  /** Fetches the next cards of a column. */
  async more(view: ListView, { value, rows }: BoardColumn): Promise<void> {
    const { board } = view;
    if (!board || !this.#question) return;
    const isHere = { field: board.by, op: 'in', value: [value] } as const;
    const { filter, ...rest } = this.#question;
    const fields = [view.nameField, board.by, ...board.card, ...(board.logo ?? [])];
    try {
      const { list } = await this.#api.call(listRecords, {
        body: {
          ...rest,
          filter: filter === undefined ? isHere : { and: [filter, isHere] },
          fields: [...new Set(fields)],
          page: Math.floor(rows.length / BOARD_CARDS) + 1,
          pageSize: BOARD_CARDS,
          layoutVersion: view.version,
        },
      });
      const known = new Set(rows.map(({ id }) => id));
      const fresh = list.filter(({ id }) => !known.has(id));
      runInAction(() => this.#more.set(value, [...(this.#more.get(value) ?? []), ...fresh]));
    } catch (thrown) {
      runInAction(() => (this.problem = asFailure(thrown).message));
    }
  }

  /** Puts a card into another column: at once, or once what that column needs has been asked for. */
  move(view: ListView, row: RecordRow, to: string, actions: ActionStore): void {
    const { board } = view;
    if (!board || row[board.by] === to || this.#moving === row) return;
    if (board.move === undefined) return void this.#change(view, row, to);
    const action = moveInto(view, to, row);
    if (!action) return;
    // Of a form it is not known whether it is sent.
    if (!action.form) this.#moving = row;
    const done = () => {
      this.moved = { id: row.id, words: action.done ?? '', from: row[board.by] };
      this.#placed = row.id;
    };
    actions.ask(action, [row], () => runInAction(done));
  }

  /** Takes the last move back. */
  undo(view: ListView, actions: ActionStore): void {
    const { moved } = this;
    const action = view.actions?.find(({ id }) => id === view.board?.undo);
    const row = this.columns(view)
      .flatMap(({ rows }) => rows)
      .find(({ id }) => id === moved?.id);
    if (!moved || !row) return;
    if (view.board?.move === undefined) return void this.#change(view, row, moved.from, true);
    if (!action) return;
    actions.ask(action, [row], () =>
      runInAction(() => {
        this.moved = undefined;
        this.#placed = row.id;
      }),
    );
  }

  /** Puts a card into another column by a change of its record; `isBack`: takes the last move back. */
  async #change(view: ListView, row: RecordRow, to: unknown, isBack = false): Promise<void> {
    const { board, objectApiName } = view;
    if (!board) return;
    const from = row[board.by];
    this.#moving = row;
    this.problem = '';
    try {
      const params = { objectApiName, id: row.id };
      const { record } = await this.#api.call(readRecord, { params });
      await this.#api.call(updateRecord, {
        params,
        body: { version: record.version ?? 1, values: { [board.by]: to ?? null } },
      });
      const label = boardOptions(view).find(({ value }) => value === to)?.label ?? '';
      const words = `“${String(row[view.nameField] ?? '')}”已移到“${label}”`;
      runInAction(() => {
        this.moved = isBack ? undefined : { id: row.id, words, from };
        this.#placed = row.id;
      });
      this.reload();
    } catch (thrown) {
      runInAction(() => {
        this.#moving = undefined;
        this.problem = asFailure(thrown).message;
      });
    }
  }

  putAway = (): void => {
    this.moved = undefined;
    this.problem = '';
  };

  /** The card has the focus. */
  hasFocus = (): void => {
    this.focused = undefined;
  };
}

import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { MatchList, MatchOrder } from '#schemas/api/match-lists.ts';
import { giveFeedback, matchInvestors, matchProjects } from '#schemas/generated/api/match-lists.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { PagedList } from '#client/lib/paged-list.ts';
import type { Wanted } from './mandate-store.ts';
import type { Row } from './match-labels.tsx';

/** Institutions for a project, or projects for the user, page by page, with the row whose reasons are shown. */
export class MatchStore {
  readonly pages: PagedList<Row, MatchList>;
  /** The project; undefined where projects are looked for. */
  readonly project: string | undefined;
  order: MatchOrder | undefined;
  /** What projects are looked for by. */
  wanted: Wanted = {};
  chosen: string | undefined;
  /** Rows of this list that were marked as unfit while it is on screen, with the reason: they keep their place. */
  readonly marks = observable.map<string, string>();
  readonly marking = new Mutation();
  /** Rows that are left out or marked. */
  unfitCount = 0;
  readonly #api: Api;

  constructor(api: Api, project?: string) {
    this.#api = api;
    this.project = project;
    this.pages = new PagedList((after) => this.#ask(after));
    const kept = { pages: false, project: false, marks: false, marking: false, wanted: observableRef } as const;
    makeAutoObservable(this, kept);
  }

  /** The first page in an order. */
  show = async (order: MatchOrder, wanted: Wanted = {}): Promise<void> => {
    this.order = order;
    this.wanted = wanted;
    this.chosen = undefined;
    this.marks.clear();
    this.marking.clear();
    this.pages.clear();
    await this.pages.load();
  };

  choose = (id: string | undefined): void => {
    this.chosen = id;
  };

  get chosenRow(): Row | undefined {
    return this.pages.list?.find(({ id }) => id === this.chosen);
  }

  /** Places by id: who is marked has none, and those behind move up, as on the next page. */
  get places(): ReadonlyMap<string, number> {
    const listed = (this.pages.list ?? []).filter(({ id }) => !this.marks.has(id));
    return new Map(listed.map(({ id }, at) => [id, at + 1]));
  }

  /** Leaves a row out of all lists of this subject from now on. */
  mark = (id: string, reason: string): Promise<boolean> =>
    this.marking.run(
      () => this.#api.call(giveFeedback, { body: { ...this.#pairOf(id), reason } }),
      () => this.#marked(id, reason),
      id,
    );

  takeBack = (id: string): Promise<boolean> =>
    this.marking.run(
      () => this.#api.call(giveFeedback, { body: this.#pairOf(id) }),
      () => this.#takenBack(id),
      id,
    );

  #marked(id: string, reason: string): void {
    this.marks.set(id, reason);
    this.unfitCount += 1;
    if (this.chosen === id) this.chosen = undefined;
  }

  #takenBack(id: string): void {
    this.marks.delete(id);
    this.unfitCount -= 1;
  }

  #pairOf(id: string): { project: string; institution?: string } {
    return this.project === undefined ? { project: id } : { project: this.project, institution: id };
  }

  async #ask(after: string | undefined): Promise<MatchList> {
    const more = { ...(this.order && { order: this.order }), ...(after !== undefined && { after }) };
    const { mandate, draft } = this.wanted;
    const wanted = { ...(mandate !== undefined && { mandate }), ...(draft && { draft }) };
    const page = await (this.project === undefined
      ? this.#api.call(matchProjects, { body: { ...wanted, ...more } })
      : this.#api.call(matchInvestors, { body: { project: this.project, ...more } }));
    runInAction(() => (this.unfitCount = page.hidden.find(({ reason }) => reason === 'unfit')?.count ?? 0));
    // What changed places between two pages is shown once.
    const known = new Set(after === undefined ? [] : this.pages.list?.map(({ id }) => id));
    return { ...page, list: page.list.filter(({ id }) => !known.has(id)) };
  }
}

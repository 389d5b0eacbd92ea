import { makeAutoObservable } from 'mobx';
import type { MatchList, MatchOrder } from '#schemas/api/match-lists.ts';
import { matchInvestors, matchProjects } from '#schemas/generated/api/match-lists.ts';
import type { Api } from '#client/lib/api.ts';
import { PagedList } from '#client/lib/paged-list.ts';
import type { Row } from './match-labels.tsx';

/** Institutions for a project, or projects for the user, page by page, with the row whose reasons are shown. */
export class MatchStore {
  readonly pages: PagedList<Row, MatchList>;
  /** The project; undefined where projects are looked for. */
  readonly project: string | undefined;
  order: MatchOrder | undefined;
  chosen: string | undefined;
  readonly #api: Api;

  constructor(api: Api, project?: string) {
    this.#api = api;
    this.project = project;
    this.pages = new PagedList((after) => this.#ask(after));
    makeAutoObservable(this, { pages: false, project: false });
  }

  /** The first page in an order. */
  show = async (order: MatchOrder): Promise<void> => {
    this.order = order;
    this.chosen = undefined;
    this.pages.clear();
    await this.pages.load();
  };

  choose = (id: string | undefined): void => {
    this.chosen = id;
  };

  get chosenRow(): Row | undefined {
    return this.pages.list?.find(({ id }) => id === this.chosen);
  }

  async #ask(after: string | undefined): Promise<MatchList> {
    const more = { ...(this.order && { order: this.order }), ...(after !== undefined && { after }) };
    const page = await (this.project === undefined
      ? this.#api.call(matchProjects, { body: more })
      : this.#api.call(matchInvestors, { body: { project: this.project, ...more } }));
    // What changed places between two pages is shown once.
    const known = new Set(after === undefined ? [] : this.pages.list?.map(({ id }) => id));
    return { ...page, list: page.list.filter(({ id }) => !known.has(id)) };
  }
}

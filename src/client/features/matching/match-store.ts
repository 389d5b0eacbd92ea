import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { MatchList } from '#schemas/api/match-lists.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { giveFeedback, matchInvestors, matchProjects } from '#schemas/generated/api/match-lists.ts';
import type { MatchAsked } from '#shared/matching/match-address.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { PagedList } from '#client/lib/paged-list.ts';
import type { Row } from './match-labels.tsx';

export type DraftValues = Readonly<Record<string, unknown>>;

/** Which list is ranked: institutions for a round, or projects for an investor. */
export type MatchSide = 'investors' | 'projects';

/** All that decides which rows are shown, and in which order. */
export interface MatchQuestion extends MatchAsked {
  readonly filter: Condition | undefined;
  readonly keyword: string;
  readonly fields: readonly string[] | undefined;
  /** The values of a draft, where the subject is one. */
  readonly draft: DraftValues | undefined;
}

/** A ranked list, page by page, with the row whose reasons are shown. */
export class MatchStore {
  readonly pages: PagedList<Row, MatchList>;
  readonly side: MatchSide;
  question: MatchQuestion | undefined;
  chosen: string | undefined;
  /** Rows of this list that were marked as unfit while it is on screen, with the reason: they keep their place. */
  readonly marks = observable.map<string, string>();
  readonly marking = new Mutation();
  /** What was last answered: it stays on screen until the next answer is there. */
  known: MatchList | undefined;
  /** Rows that are left out or marked. */
  unfitCount = 0;
  readonly #api: Api;

  constructor(api: Api, side: MatchSide) {
    this.#api = api;
    this.side = side;
    this.pages = new PagedList((after) => this.#ask(after));
    makeAutoObservable(this, {
      pages: false,
      side: false,
      marks: false,
      marking: false,
      question: observableRef,
      known: observableRef,
    });
  }

  /** The first page of a question; what is shown stays where the question is the one before. */
  show = async (question: MatchQuestion): Promise<void> => {
    if (JSON.stringify(question) === JSON.stringify(this.question)) return;
    const isOther = JSON.stringify(question.subject) !== JSON.stringify(this.question?.subject);
    this.question = question;
    this.chosen = undefined;
    this.marks.clear();
    this.marking.clear();
    if (isOther || !this.isAsked) this.pages.clear();
    if (this.isAsked) await this.pages.load();
  };

  /** Is there anyone to rank for? Institutions are ranked for a round alone. */
  get isAsked(): boolean {
    const { subject, draft } = this.question ?? {};
    return subject?.kind === 'draft' ? draft !== undefined : this.side === 'projects' || subject !== undefined;
  }

  /** Marks belong to a published project, or to the investor. */
  get canMark(): boolean {
    return this.side === 'projects' || this.question?.subject?.kind === 'project';
  }

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
    const subject = this.question?.subject;
    return subject?.kind === 'project' ? { project: subject.id, institution: id } : { project: id };
  }

  async #ask(after: string | undefined): Promise<MatchList> {
    const { order, subject, lift, only, weights, filter, keyword, fields, draft } = this.question ?? {};
    const paging = {
      ...(order && { order }),
      ...(filter && { filter }),
      ...(keyword && { keyword }),
      ...(fields && { fields: [...fields] }),
      ...(lift && lift.length > 0 && { lift: [...lift] }),
      ...(only && { only }),
      ...(weights && Object.keys(weights).length > 0 && { weights }),
      ...(after !== undefined && { after }),
    };
    const whose = subject?.kind === 'draft' ? { ...(draft && { draft }) } : subject && { [subject.kind]: subject.id };
    const page = await (this.side === 'projects'
      ? this.#api.call(matchProjects, { body: { ...whose, ...paging } })
      : this.#api.call(matchInvestors, { body: { ...whose, ...paging } }));
    runInAction(() => {
      this.known = page;
      this.unfitCount = page.hidden.find(({ reason }) => reason === 'unfit')?.count ?? 0;
    });
    // What changed places between two pages is shown once.
    const known = new Set(after === undefined ? [] : this.pages.list?.map(({ id }) => id));
    return { ...page, list: page.list.filter(({ id }) => !known.has(id)) };
  }
}

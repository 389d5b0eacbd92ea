import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FeedType, NoticeAudience } from '#schemas/api/notices.ts';
import {
  countNoticeReach,
  MAX_NOTICE,
  MAX_NOTICE_TITLE,
  sendStaffNotice,
  SYSTEM_TYPES,
} from '#schemas/generated/api/notices.ts';
import type { StaffUser } from '#schemas/api/staff.ts';
import { findUsers } from '#schemas/generated/api/staff.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { newKey } from '#client/lib/new-key.ts';

/** People of a search that are offered: with more, the word says too little. */
export const MAX_FOUND = 10;

/** What is written. */
export interface Draft {
  readonly type: FeedType;
  readonly audience: NoticeAudience;
  readonly kinds: readonly string[];
  readonly title: string;
  readonly content: string;
  readonly link: string;
}

/** One notice that is being written: its text, whom it goes to, and the question before it goes to many. */
export class SendStore {
  draft: Draft = { type: SYSTEM_TYPES.notice, audience: 'one', kinds: [], title: '', content: '', link: '' };
  person: StaffUser | undefined;
  /** Those who were found; undefined before the first search. */
  found: readonly StaffUser[] | undefined;
  /** How many it would go to: there while that is asked before it goes out. */
  reach: number | undefined;
  isBusy = false;
  refusal: ApiFailure | undefined;
  /** Names this notice, so that a press too many sends nothing more. */
  readonly #key = newKey();
  readonly #api: Api;
  readonly #sent: () => void;

  constructor(api: Api, sent: () => void) {
    this.#api = api;
    this.#sent = sent;
    makeAutoObservable(
      this,
      { draft: observableRef, person: observableRef, found: observableRef, refusal: observableRef },
      { autoBind: true },
    );
  }

  change(part: Partial<Draft>): void {
    this.draft = { ...this.draft, ...part };
    this.refusal = undefined;
  }

  choose(person: StaffUser | undefined): void {
    this.person = person;
    this.refusal = undefined;
  }

  /** What is wrong at a field, in the server's words. */
  problemOf(field: string): string | undefined {
    return this.refusal?.problems.find((problem) => problem.field === field)?.message;
  }

  /** Enough is there to press the button; the server judges the rest. */
  get isReady(): boolean {
    const { audience, kinds, title, content } = this.draft;
    const fits = (text: string, max: number) => text.trim() !== '' && [...text.trim()].length <= max;
    if (!fits(title, MAX_NOTICE_TITLE) || !fits(content, MAX_NOTICE)) return false;
    if (audience === 'one') return this.person !== undefined;
    return audience === 'all' || kinds.length > 0;
  }

  async find(word: string): Promise<void> {
    await this.#work(async () => {
      const { list } = await this.#api.call(findUsers, { body: { word, state: 'active' } });
      runInAction(() => (this.found = list.slice(0, MAX_FOUND)));
    });
  }

  /** Sends it to one person; for many it first asks how many they are. True when it is sent. */
  async next(): Promise<boolean> {
    const { audience, kinds } = this.draft;
    if (audience === 'one' || this.reach !== undefined) return this.#send();
    await this.#work(async () => {
      const { people } = await this.#api.call(countNoticeReach, {
        body: { kinds: audience === 'segment' ? [...kinds] : [] },
      });
      runInAction(() => (this.reach = people));
    });
    return false;
  }

  /** Back to writing. */
  back(): void {
    this.reach = undefined;
  }

  async #send(): Promise<boolean> {
    const { kinds, link, ...draft } = this.draft;
    const { person } = this;
    const isSent = await this.#work(async () => {
      const body = {
        ...draft,
        key: this.#key,
        ...(draft.audience === 'one' && person && { uid: person.uid }),
        ...(draft.audience === 'segment' && { kinds: [...kinds] }),
        ...(link.trim() !== '' && { link }),
      };
      await this.#api.call(sendStaffNotice, { body });
      this.#sent();
    });
    if (!isSent) this.back();
    return isSent;
  }

  async #work(work: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.refusal = undefined;
    try {
      await work();
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }
}

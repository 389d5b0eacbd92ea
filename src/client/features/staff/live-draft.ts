import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { StaffLivestream } from '#schemas/api/livestreams.ts';
import {
  announceLivestream,
  changeLivestream,
  MAX_LIVE_HOST,
  MAX_LIVE_TITLE,
} from '#schemas/generated/api/livestreams.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { newKey } from '#client/lib/new-key.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { shanghaiInstant } from '#shared/time/shanghai.ts';

/** Keeps a picture that everybody may see; its address. Throws an error whose message may be shown. */
export type KeepCover = (file: File, signal: AbortSignal) => Promise<string>;

interface LiveDraftParts {
  readonly api: Api;
  readonly keepCover: KeepCover;
  /** Hears of the livestream as it is kept. */
  readonly saved: (live: StaffLivestream) => void;
}

/** What is written. Times are those of Asia/Shanghai, as the browser's own input has them: 2026-11-21T19:00. */
export interface LiveTexts {
  readonly title: string;
  readonly host: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly link: string;
}

const localTime = (instant: string): string => shownMoment(instant, 'YYYY-MM-DDTHH:mm');
const textsOf = ({ title, host, startsAt, endsAt, link }: StaffLivestream): LiveTexts => ({
  title,
  host,
  startsAt: localTime(startsAt),
  endsAt: localTime(endsAt),
  link,
});
const EMPTY: LiveTexts = { title: '', host: '', startsAt: '', endsAt: '', link: '' };

/** One live that is being written: a new one, or the next version of `before`. */
export class LiveDraft {
  readonly before: StaffLivestream | undefined;
  texts: LiveTexts;
  cover: string | null;
  tellAll = false;
  isUploading = false;
  isBusy = false;
  refusal: ApiFailure | undefined;
  /** Why the last picture was not taken. */
  coverProblem: string | undefined;
  /** Names this livestream, so that a press too many announces nothing more. */
  readonly #key = newKey();
  readonly #given = new AbortController();
  readonly #parts: LiveDraftParts;

  constructor(parts: LiveDraftParts, before?: StaffLivestream) {
    this.#parts = parts;
    this.before = before;
    this.cover = before?.cover ?? null;
    this.texts = before ? textsOf(before) : EMPTY;
    makeAutoObservable(this, { before: false, texts: observableRef, refusal: observableRef }, { autoBind: true });
  }

  change(part: Partial<LiveTexts>): void {
    this.texts = { ...this.texts, ...part };
    this.refusal = undefined;
  }

  setTellAll(tellAll: boolean): void {
    this.tellAll = tellAll;
  }

  /** What is wrong at a field, in the server's words. */
  problemOf(field: string): string | undefined {
    return this.refusal?.problems.find((problem) => problem.field === field)?.message;
  }

  /** Enough is there to press the button; the server judges the rest. */
  get isReady(): boolean {
    const { title, host, ...others } = this.texts;
    const fits = (text: string, max: number) => text.trim() !== '' && [...text.trim()].length <= max;
    const isWhole = Object.values(others).every((text) => text.trim() !== '');
    return isWhole && fits(title, MAX_LIVE_TITLE) && fits(host, MAX_LIVE_HOST) && !this.isUploading;
  }

  async putCover(file: File): Promise<void> {
    if (this.isUploading) return;
    this.isUploading = true;
    this.coverProblem = undefined;
    try {
      const cover = await this.#parts.keepCover(file, this.#given.signal);
      runInAction(() => (this.cover = cover));
    } catch (thrown) {
      const { message } = thrown instanceof Error ? thrown : asFailure(thrown);
      runInAction(() => (this.coverProblem = message));
    } finally {
      runInAction(() => (this.isUploading = false));
    }
  }

  removeCover(): void {
    this.cover = null;
    this.coverProblem = undefined;
  }

  /** Nothing more is uploaded for it. */
  give(): void {
    this.#given.abort();
  }

  /** True when it is kept. */
  async save(): Promise<boolean> {
    if (this.isBusy || !this.isReady) return false;
    this.isBusy = true;
    this.refusal = undefined;
    try {
      const live = await this.#send();
      runInAction(() => this.#parts.saved(live));
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
      return false;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }

  #send(): Promise<StaffLivestream> {
    const { before, cover, tellAll } = this;
    const { title, host, link } = this.texts;
    const written = {
      title,
      host,
      link,
      startsAt: this.#instant('startsAt'),
      endsAt: this.#instant('endsAt'),
      ...(cover !== null && { cover }),
    };
    const { api } = this.#parts;
    if (!before) return api.call(announceLivestream, { body: { ...written, key: this.#key, tellAll } });
    const { id, version } = before;
    return api.call(changeLivestream, { params: { id }, body: { ...written, version } });
  }

  /** A time that was not touched stays as exact as it was. */
  #instant(field: 'startsAt' | 'endsAt'): string {
    const local = this.texts[field];
    if (this.before && localTime(this.before[field]) === local) return this.before[field];
    const at = shanghaiInstant(local);
    return Number.isNaN(at.getTime()) ? local : at.toISOString();
  }
}

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiFailure } from '#client/lib/api-failure.ts';
import type { PdfDocument } from './pdf-document.ts';

export interface PdfDeps {
  /** The bytes of a file; throws an Error with words for the person where it cannot be had. */
  readonly load: (url: string, signal: AbortSignal) => Promise<ArrayBuffer>;
  readonly open: (bytes: ArrayBuffer) => Promise<PdfDocument>;
}

/** `refused`: the address is none of a file, `missing`: it could not be had, `foreign`: it is no document that can be shown. */
export type PdfState = 'loading' | 'shown' | 'refused' | 'missing' | 'foreign';

/** Times its own size that a page is shown, in steps; before one is chosen pages are as wide as there is room. */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const OWN_FILE = /^\/files\/(public|private|plan)\/\w+$/;
const CSS_PIXELS_PER_POINT = 96 / 72;

/** A document being read: its pages, how large they are shown, and where one is. */
export class PdfStore {
  state: PdfState = 'loading';
  document: PdfDocument | undefined;
  /** Why the file cannot be had, where the server says more than that it is not there. */
  words = '';
  /** Page that is on screen, from 1. */
  page = 1;
  /** Chosen size; undefined while pages fit the width. */
  chosen: number | undefined;
  /** Room for a page, in CSS pixels. */
  width = 0;
  readonly #url: string;
  readonly #parts: PdfDeps;
  #stop = new AbortController();

  constructor(url: string, parts: PdfDeps) {
    this.#url = url;
    this.#parts = parts;
    makeAutoObservable(this, { document: observableRef });
  }

  get count(): number {
    return this.document?.sizes.length ?? 0;
  }

  /** Times its own size that the widest page is shown. */
  get scale(): number {
    return this.chosen === undefined ? this.#fitting : this.chosen * CSS_PIXELS_PER_POINT;
  }

  /** The size in words, e.g. 125%. */
  get percent(): number {
    return Math.round((this.scale / CSS_PIXELS_PER_POINT) * 100);
  }

  /** Loads and opens the document; again after it could not be had. */
  async load(): Promise<void> {
    // Only files of this host are fetched by the page; elsewhere an address could be anything.
    if (!OWN_FILE.test(this.#url)) {
      this.state = 'refused';
      return;
    }
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    this.state = 'loading';
    this.words = '';
    const bytes = await this.#parts.load(this.#url, signal).catch((thrown: unknown) => this.#keep(thrown));
    if (signal.aborted) return;
    const document = bytes && (await this.#parts.open(bytes).catch(() => undefined));
    runInAction(() => {
      if (signal.aborted) {
        document?.close();
        return;
      }
      this.document = document;
      this.state = document ? 'shown' : bytes ? 'foreign' : 'missing';
    });
  }

  larger(): void {
    this.chosen = STEPS.find((step) => step * 100 > this.percent) ?? STEPS.at(-1);
  }

  smaller(): void {
    this.chosen = STEPS.findLast((step) => step * 100 < this.percent) ?? STEPS[0];
  }

  fit(): void {
    this.chosen = undefined;
  }

  setWidth(width: number): void {
    this.width = width;
  }

  show(page: number): void {
    this.page = Math.min(Math.max(1, page), Math.max(1, this.count));
  }

  close(): void {
    this.#stop.abort();
    this.document?.close();
    this.document = undefined;
  }

  #keep(thrown: unknown): undefined {
    runInAction(() => {
      this.words = thrown instanceof ApiFailure && ![0, 404].includes(thrown.status) ? thrown.message : '';
    });
  }

  get #fitting(): number {
    const widest = Math.max(0, ...(this.document?.sizes.map(({ width }) => width) ?? []));
    return widest > 0 && this.width > 0 ? this.width / widest : CSS_PIXELS_PER_POINT;
  }
}

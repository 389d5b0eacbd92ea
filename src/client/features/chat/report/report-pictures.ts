import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { MAX_REPORT_IMAGES } from '#schemas/generated/api/reports.ts';
import { asFailure } from '#client/lib/api-failure.ts';

/** Keeps a picture for staff. Throws an error whose message may be shown. */
export type KeepPicture = (file: File, signal: AbortSignal) => Promise<{ readonly url: string }>;

/** A picture of a report; without an address it is still on its way. */
export interface ReportPicture {
  readonly key: number;
  readonly name: string;
  readonly url: string | undefined;
}

/** The pictures of a report, which are uploaded while the rest of it is written. */
export class ReportPictures {
  list: readonly ReportPicture[] = [];
  /** Why the last one was not taken. */
  problem: string | undefined;
  readonly #keep: KeepPicture;
  readonly #given = new AbortController();
  #count = 0;

  constructor(keep: KeepPicture) {
    this.#keep = keep;
    makeAutoObservable(this, { list: observableRef });
  }

  get hasRoom(): boolean {
    return this.list.length < MAX_REPORT_IMAGES;
  }

  get isUploading(): boolean {
    return this.list.some(({ url }) => url === undefined);
  }

  get urls(): string[] {
    return this.list.flatMap(({ url }) => url ?? []);
  }

  /** Uploads pictures, as many as there is room for. */
  async add(files: readonly File[]): Promise<void> {
    const room = MAX_REPORT_IMAGES - this.list.length;
    this.problem = files.length > room ? `最多上传${MAX_REPORT_IMAGES}张图片` : undefined;
    await Promise.all(files.slice(0, room).map((file) => this.#addOne(file)));
  }

  remove(key: number): void {
    this.list = this.list.filter((picture) => picture.key !== key);
    this.problem = undefined;
  }

  refuse(problem: string): void {
    this.problem = problem;
  }

  /** Gives up what is still on its way. */
  giveUp(): void {
    this.#given.abort();
  }

  async #addOne(file: File): Promise<void> {
    const key = (this.#count += 1);
    runInAction(() => (this.list = [...this.list, { key, name: file.name, url: undefined }]));
    try {
      const { url } = await this.#keep(file, this.#given.signal);
      runInAction(() => (this.list = this.list.map((one) => (one.key === key ? { ...one, url } : one))));
    } catch (thrown) {
      runInAction(() => {
        this.remove(key);
        this.problem = thrown instanceof Error ? thrown.message : asFailure(thrown).message;
      });
    }
  }
}

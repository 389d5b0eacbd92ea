import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ImportJob } from '#schemas/api/imports.ts';
import { listImports, MAX_IMPORT_BYTES, uploadImport } from '#schemas/generated/api/imports.ts';
import type { Api, Uploads } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Calls back every so many milliseconds until the returned function is called. */
export type Every = (milliseconds: number, work: () => void) => () => void;

/** A file on its way to the server. */
export interface Upload {
  readonly fileName: string;
  readonly bytes: number;
  readonly sent: number;
}

const FOLLOWED_EVERY_MS = 2000;

/** The list of imports, and the upload that begins a new one. */
export class ImportsStore {
  readonly jobs: Loadable<readonly ImportJob[]>;
  upload: Upload | undefined;
  uploadProblem = '';
  readonly #uploads: Uploads;
  readonly #every: Every;
  #giveUp: AbortController | undefined;

  constructor(api: Api, uploads: Uploads, every: Every) {
    this.jobs = new Loadable(async () => (await api.call(listImports)).list);
    this.#uploads = uploads;
    this.#every = every;
    makeAutoObservable(this, { jobs: false, upload: observableRef });
  }

  /** Keeps the list current until the returned function is called; an upload is given up then. */
  follow(): () => void {
    void this.load();
    const stop = this.#every(FOLLOWED_EVERY_MS, () => {
      if (this.jobs.value?.some(({ state }) => state === 'running' || state === 'queued')) void this.load();
    });
    return () => {
      stop();
      this.cancel();
    };
  }

  load = (): Promise<void> => this.jobs.refresh();

  /** Sends a file; gives the import it begins, or undefined when it was refused or given up. */
  send = async (file: File, objectApiName: string): Promise<ImportJob | undefined> => {
    if (this.upload) return undefined;
    this.uploadProblem = fileFault(file);
    if (this.uploadProblem !== '') return undefined;
    const giveUp = new AbortController();
    this.#giveUp = giveUp;
    const show = (sent: number) => runInAction(() => (this.upload = { fileName: file.name, bytes: file.size, sent }));
    show(0);
    try {
      return await this.#uploads.upload(uploadImport, {
        query: { objectApiName },
        file,
        signal: giveUp.signal,
        onProgress: (sent) => show(Math.min(sent, file.size)),
      });
    } catch (thrown) {
      runInAction(() => {
        this.uploadProblem = giveUp.signal.aborted ? '已取消上传' : asFailure(thrown).message;
      });
      return undefined;
    } finally {
      runInAction(() => (this.upload = undefined));
      this.#giveUp = undefined;
    }
  };

  cancel = (): void => this.#giveUp?.abort();
}

/** What is wrong with a file before it travels; '' when nothing is. */
function fileFault({ name, size }: File): string {
  if (size === 0) return `“${name}”是空文件`;
  return size > MAX_IMPORT_BYTES ? `“${name}”超过 1 GB，请压缩为 .gz 或拆分后再上传` : '';
}

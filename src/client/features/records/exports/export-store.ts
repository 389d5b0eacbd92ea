import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ExportQuery, ExportQuota, ExportState } from '#schemas/api/exports.ts';
import { cancelExport, exportFile, readExport, readExportQuota, startExport } from '#schemas/generated/api/exports.ts';
import { routePath, type Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { downloadFile } from '#client/lib/download.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { waitByTimer } from '#client/lib/wait.ts';

const POLL_MS = 700;

/** What an export needs of the browser. */
export interface ExportHost {
  readonly download: (address: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const BROWSER: ExportHost = { download: downloadFile, wait: waitByTimer };

/** The latest export of one list: asked for, on its way, ended. It goes on while other screens are open. */
export class ExportStore {
  readonly objectApiName: string;
  /** What the open dialog begins with; undefined while it is closed. */
  asked: 'all' | 'selected' | undefined;
  current: ExportState | undefined;
  /** Starting one, and cancelling it. */
  readonly #change = new Mutation();
  #query: ExportQuery | undefined;
  readonly #quota: Loadable<ExportQuota>;
  readonly #api: Api;
  readonly #host: ExportHost;

  constructor(api: Api, objectApiName: string, host: ExportHost = BROWSER) {
    this.#api = api;
    this.objectApiName = objectApiName;
    this.#host = host;
    this.#quota = new Loadable(() => api.call(readExportQuota));
    makeAutoObservable(this, { current: observableRef });
  }

  get isStarting(): boolean {
    return this.#change.isBusyWith('start');
  }

  /** Why the last call was refused; progress that cannot be read just now is no reason. */
  get failure(): ApiFailure | undefined {
    return this.#change.failure;
  }

  get isRunning(): boolean {
    return this.current?.status === 'ready' || this.current?.status === 'running';
  }

  /** Part of the rows that are in the file, from 0 to 1; undefined while the total is not known. */
  get share(): number | undefined {
    const { rows = 0, total = null } = this.current ?? {};
    return total === null || total === 0 ? undefined : Math.min(1, rows / total);
  }

  ask(scope: 'all' | 'selected'): void {
    this.asked = scope;
    // An export is begun without it as well: the server counts.
    void this.#quota.refresh();
  }

  /** How many exports the user has a day, and how many of today's are used; undefined while not known. */
  get quota(): ExportQuota | undefined {
    return this.#quota.value;
  }

  /** Closes the dialog; an export that is on its way goes on, one that has ended is let go. */
  close(): void {
    this.asked = undefined;
    if (!this.isRunning && !this.isStarting) this.dismiss();
  }

  /** Puts the dialog away with the screen that it was opened on; nothing is let go. */
  leave(): void {
    this.asked = undefined;
  }

  dismiss(): void {
    this.current = undefined;
    this.#change.clear();
  }

  /** Has the file made and lets the browser fetch it. Resolves when it has ended. */
  async start(query: ExportQuery): Promise<void> {
    if (this.isStarting || this.isRunning) return;
    this.current = undefined;
    this.#query = query;
    await this.#change.run(() => this.#api.call(startExport, { body: query }), this.#receive, 'start');
    this.download();
    await this.#follow();
  }

  /** Hands the file to the browser; again where the browser did not take it. */
  download = (): void => {
    if (this.current) this.#host.download(routePath(exportFile.path, { id: this.current.id }));
  };

  retry = async (): Promise<void> => {
    if (this.#query) await this.start(this.#query);
  };

  cancel = async (): Promise<void> => {
    const { current } = this;
    if (current)
      await this.#change.run(() => this.#api.call(cancelExport, { params: { id: current.id } }), this.#receive);
  };

  readonly #receive = (state: ExportState): void => {
    this.current = state;
  };

  async #follow(): Promise<void> {
    const id = this.current?.id;
    while (id !== undefined && this.isRunning && this.current?.id === id) {
      await this.#host.wait(POLL_MS);
      const state = await this.#api.call(readExport, { params: { id } }).catch(() => undefined);
      // The file comes all the same; the next reading says how far.
      if (state && this.isRunning && this.current?.id === id) runInAction(() => (this.current = state));
    }
  }
}

/** The exports of every list, which outlive their screens. */
export class ExportQueue {
  readonly #api: Api;
  readonly #stores = new Map<string, ExportStore>();

  constructor(api: Api) {
    this.#api = api;
  }

  of(objectApiName: string): ExportStore {
    const store = this.#stores.get(objectApiName) ?? new ExportStore(this.#api, objectApiName);
    this.#stores.set(objectApiName, store);
    return store;
  }

  /** Another person has other exports. */
  clear(): void {
    this.#stores.clear();
  }
}

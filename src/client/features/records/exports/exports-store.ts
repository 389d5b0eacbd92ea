import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ExportQuota, ExportState } from '#schemas/api/exports.ts';
import { cancelExport, exportFile, listExports, readExportQuota } from '#schemas/generated/api/exports.ts';
import { routePath, type Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

const POLL_MS = 1500;

export interface ExportsDeps {
  readonly api: Api;
  /** Hands an address to the browser as a download. */
  readonly download: (address: string) => void;
  /** Calls back every so many milliseconds until the returned function is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

const isUnderWay = ({ status }: ExportState): boolean => status === 'ready' || status === 'running';

/** The exports of the person from whichever list, and how many are left today. */
export class ExportsStore {
  list: readonly ExportState[] | undefined;
  quota: ExportQuota | undefined;
  failure: ApiFailure | undefined;
  readonly #parts: ExportsDeps;

  constructor(parts: ExportsDeps) {
    this.#parts = parts;
    const refs = { list: observableRef, quota: observableRef, failure: observableRef };
    makeAutoObservable(this, refs, { autoBind: true });
  }

  /** Exports left today; undefined while not known, null for as many as wanted. */
  get left(): number | null | undefined {
    if (!this.quota) return undefined;
    return this.quota.limit === null ? null : Math.max(0, this.quota.limit - this.quota.used);
  }

  async load(): Promise<void> {
    const { api } = this.#parts;
    try {
      const [list, quota] = await Promise.all([api.call(listExports), api.call(readExportQuota)]);
      runInAction(() => {
        this.list = list;
        this.quota = quota;
        this.failure = undefined;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  /** Reads now, and again and again while one is under way, until the returned function is called. */
  follow(): () => void {
    void this.load();
    return this.#parts.every(POLL_MS, () => {
      if (this.list?.some(isUnderWay) === true) void this.load();
    });
  }

  /** Hands the file to the browser, generated again. */
  download(id: string): void {
    this.#parts.download(routePath(exportFile.path, { id }));
    // It is running from now on, which the list does not know yet.
    this.list = this.list?.map((run) => (run.id === id ? { ...run, status: 'running', rows: 0, total: null } : run));
  }

  async cancel(id: string): Promise<void> {
    try {
      const state = await this.#parts.api.call(cancelExport, { params: { id } });
      runInAction(() => (this.list = this.list?.map((run) => (run.id === id ? state : run))));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }
}

import { makeAutoObservable } from 'mobx';
import type { ExportQuota, ExportState } from '#schemas/api/exports.ts';
import { cancelExport, exportFile, listExports, readExportQuota } from '#schemas/generated/api/exports.ts';
import { routePath, type Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { exportsLeft } from './quota-label.ts';
import { Mutation } from '#client/lib/mutation.ts';

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
  readonly #runs: Loadable<readonly ExportState[]>;
  readonly #quota: Loadable<ExportQuota>;
  readonly #cancelling = new Mutation();
  readonly #parts: ExportsDeps;

  constructor(parts: ExportsDeps) {
    this.#parts = parts;
    this.#runs = new Loadable(() => parts.api.call(listExports));
    this.#quota = new Loadable(() => parts.api.call(readExportQuota));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get list(): readonly ExportState[] | undefined {
    return this.#runs.value;
  }

  get quota(): ExportQuota | undefined {
    return this.#quota.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#runs.failure ?? this.#quota.failure ?? this.#cancelling.failure;
  }

  /** Exports left today; undefined while not known, null for as many as wanted. */
  get left(): number | null | undefined {
    return exportsLeft(this.quota);
  }

  async load(): Promise<void> {
    this.#cancelling.clear();
    await Promise.all([this.#runs.refresh(), this.#quota.refresh()]);
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
    this.#put(id, { status: 'running', rows: 0, total: null });
  }

  async cancel(id: string): Promise<void> {
    await this.#cancelling.run(
      () => this.#parts.api.call(cancelExport, { params: { id } }),
      (state) => this.#put(id, state),
    );
  }

  #put(id: string, state: Partial<ExportState>): void {
    this.#runs.set(this.list?.map((run) => (run.id === id ? { ...run, ...state } : run)));
  }
}

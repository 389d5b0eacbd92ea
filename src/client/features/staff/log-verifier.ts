import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { LogVerification } from '#schemas/api/audit-log.ts';
import { verifyLog } from '#schemas/generated/api/audit-log.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** Entries checked with each call: progress is seen, and no call takes long. */
const STRETCH = 1000;

/** Works through the hash chain of the log, stretch by stretch. */
export class LogVerifier {
  isRunning = false;
  checked = 0;
  /** Entries to be checked, and how the run ended; undefined before its end. */
  total = 0;
  outcome: 'holds' | NonNullable<LogVerification['broken']> | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { outcome: observableRef, failure: observableRef }, { autoBind: true });
  }

  /** Checks the last `count` entries; all of them without a number. */
  async run(count?: number): Promise<void> {
    if (this.isRunning) return;
    Object.assign(this, { isRunning: true, checked: 0, total: 0, outcome: undefined, failure: undefined });
    try {
      await this.#walk(count);
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isRunning = false));
    }
  }

  async #walk(count: number | undefined): Promise<void> {
    let after = 0;
    if (count !== undefined) {
      const { head } = await this.#ask(0, 1);
      after = Math.max(0, Number(head) - count);
    }
    for (;;) {
      const stretch = await this.#ask(after, STRETCH);
      const last = stretch.last === null ? after : Number(stretch.last);
      runInAction(() => {
        this.checked += stretch.checked;
        this.total = this.checked + Math.max(0, Number(stretch.head) - last);
      });
      if (stretch.broken || stretch.last === null || last >= Number(stretch.head)) {
        runInAction(() => (this.outcome = stretch.broken ?? 'holds'));
        return;
      }
      after = last;
    }
  }

  #ask(after: number, count: number): Promise<LogVerification> {
    return this.#api.call(verifyLog, { query: { count, ...(after > 0 && { after: String(after) }) } });
  }
}

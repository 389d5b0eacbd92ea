import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { BulkChange, BulkEdit, BulkOrder, BulkTask } from '#schemas/api/bulk.ts';
import { cancelBulk, readBulk, runBulk, startBulk } from '#schemas/generated/api/bulk.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { newKey } from '#client/lib/new-key.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { waitByTimer } from '#client/lib/wait.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

const POLL_MS = 700;

/** Which records of the list are meant. */
export type BulkScope = Pick<BulkOrder, 'filter' | 'keyword' | 'ids' | 'except'>;

export interface BulkDeps {
  readonly api: Api;
  readonly objectApiName: string;
  /** Throws `ApiFailure`. */
  readonly definition: () => Promise<ObjectDefinition>;
  readonly lookups: FieldLookups & OptionLabels;
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** Reads again what was changed. */
  readonly onDone: () => void;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** A change of the rows picked of one list: put together, previewed, confirmed, followed. It goes on without its dialog. */
export class BulkStore {
  asked: { readonly task: BulkTask; readonly scope: BulkScope } | undefined;
  definition: ObjectDefinition | undefined;
  current: BulkEdit | undefined;
  readonly #change = new Mutation();
  readonly #deps: BulkDeps;
  #key = newKey();

  constructor(deps: BulkDeps) {
    this.#deps = deps;
    const refs = { asked: observableRef, definition: observableRef, current: observableRef };
    makeAutoObservable(this, { ...refs, lookups: false, today: false }, { autoBind: true });
  }

  get lookups(): FieldLookups & OptionLabels {
    return this.#deps.lookups;
  }

  get today(): string {
    return this.#deps.today;
  }

  get failure(): ApiFailure | undefined {
    return this.#change.failure;
  }

  get isBusy(): boolean {
    return this.#change.isBusy;
  }

  /** Does it wait, or is it worked on? */
  get isAtWork(): boolean {
    return ['previewing', 'running', 'undoing'].includes(this.current?.state ?? '');
  }

  /** Part of the work that is done, from 0 to 1. */
  get share(): number {
    const { state, preview, counts, total = 0 } = this.current ?? {};
    const done = state === 'previewing' ? (preview?.seen ?? 0) : Object.values(counts ?? {}).reduce((a, b) => a + b, 0);
    return total === 0 ? 0 : Math.min(1, done / total);
  }

  /** Opens the dialog for some records; one whose work goes on is shown instead. */
  async ask(task: BulkTask, scope: BulkScope): Promise<void> {
    if (!this.isAtWork) this.#forget();
    this.asked = { task, scope };
    if (!this.definition) await this.#change.run(this.#deps.definition, (found) => (this.definition = found));
  }

  /** Closes the dialog. A preview that was not confirmed is ended; what is being written goes on. */
  close = (): void => {
    this.asked = undefined;
    const { id, state } = this.current ?? {};
    if (id !== undefined && (state === 'previewing' || state === 'ready'))
      this.#deps.api.call(cancelBulk, { params: { id }, body: {} }).catch(() => undefined);
    if (state !== 'running') this.#forget();
  };

  /** Has the records frozen and the change previewed; follows it. Resolves to false where it was refused. */
  async preview(changes: readonly BulkChange[], reason: string): Promise<ApiFailure | undefined> {
    const { asked } = this;
    const { api, objectApiName } = this.#deps;
    if (!asked) return undefined;
    const { task, scope } = asked;
    const body: BulkOrder = { clientKey: this.#key, objectApiName, task, ...scope, changes: [...changes], reason };
    await this.#change.run(() => api.call(startBulk, { body }), this.#receive);
    const { failure } = this;
    // What was refused is asked for again as another piece of work.
    this.#key = newKey();
    if (!failure) void this.#follow();
    return failure;
  }

  /** Goes back to what was asked, which stays as it was filled in. */
  async back(): Promise<void> {
    const { current } = this;
    this.current = undefined;
    if (current?.state === 'ready') await this.#call(cancelBulk, current.id);
    runInAction(() => (this.current = undefined));
  }

  /** Confirms the preview and follows the work. */
  async confirm(): Promise<void> {
    const { current } = this;
    if (!current) return;
    const body = { count: current.preview?.changing ?? 0 };
    const { api } = this.#deps;
    const isBegun = await this.#change.run(
      () => api.call(runBulk, { params: { id: current.id }, body }),
      this.#receive,
    );
    if (isBegun) void this.#follow();
  }

  /** Ends the work at hand; what has been written stays. */
  cancel = async (): Promise<void> => {
    if (this.current) await this.#call(cancelBulk, this.current.id);
    this.#deps.onDone();
  };

  #call(route: typeof cancelBulk, id: string): Promise<boolean> {
    return this.#change.run(() => this.#deps.api.call(route, { params: { id }, body: {} }), this.#receive);
  }

  #forget(): void {
    this.current = undefined;
    this.#change.clear();
    this.#key = newKey();
  }

  readonly #receive = (bulk: BulkEdit): void => {
    this.current = bulk;
  };

  async #follow(): Promise<void> {
    const { api, wait = waitByTimer, onDone } = this.#deps;
    const id = this.current?.id;
    while (id !== undefined && this.isAtWork && this.current?.id === id) {
      await wait(POLL_MS);
      const bulk = await api.call(readBulk, { params: { id } }).catch(() => undefined);
      // What was asked meanwhile is newer than this answer.
      if (bulk && this.isAtWork && this.current?.id === id) runInAction(() => (this.current = bulk));
    }
    if (this.current?.id === id && this.current?.counts) onDone();
  }
}

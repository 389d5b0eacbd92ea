import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { Candidate } from '#schemas/api/duplicates.ts';
import { findDuplicates } from '#schemas/generated/api/duplicates.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { Api } from '#client/lib/api.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';

/** Fields by whose values records are recognised; none where duplicates are not looked for. */
function identifying({ shape }: FormStore): string[] {
  const { matching, nameField, fields } = shape.definition;
  if (!matching) return [];
  const { objectApiName: _other, ...named } = matching;
  const names = fields.filter(({ apiName, config }) => apiName === nameField || config?.naming === true);
  return [...new Set([...names.map(({ apiName }) => apiName), ...Object.values(named)])].filter((apiName) =>
    shape.fields.has(apiName),
  );
}

/**
 * Records that may be the one that is being typed. Asked whenever a value changes that says who a record is, one question at
 * a time: what is typed meanwhile is asked about next. Without an answer there is no hint, and the form goes on.
 */
export class DuplicateHints {
  list: readonly Candidate[] = [];
  readonly #api: Api;
  readonly #form: FormStore;
  readonly #place: { readonly objectApiName: string; readonly id: string | undefined };
  #asking = false;
  #asked = '';
  readonly #stop: () => void;

  constructor(api: Api, form: FormStore, place: { readonly objectApiName: string; readonly id: string | undefined }) {
    this.#api = api;
    this.#form = form;
    this.#place = place;
    makeAutoObservable(this, { list: observableRef }, { autoBind: true });
    this.#stop = reaction(
      () => JSON.stringify(this.#values()),
      () => void this.#ask(),
      { fireImmediately: true },
    );
  }

  stop(): void {
    this.#stop();
  }

  /** Nothing as long as no such value was changed: what is saved already was asked about before. */
  #values(): RecordValues {
    const fields = identifying(this.#form);
    if (!fields.some((apiName) => this.#form.changed.has(apiName))) return {};
    const values = fields.map((apiName) => [apiName, this.#form.valueOf(apiName)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null && value !== ''));
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let values = this.#values(); JSON.stringify(values) !== this.#asked; values = this.#values()) {
        this.#asked = JSON.stringify(values);
        const list = Object.keys(values).length === 0 ? [] : await this.#answer(values);
        runInAction(() => (this.list = list));
      }
    } finally {
      this.#asking = false;
    }
  }

  async #answer(values: RecordValues): Promise<readonly Candidate[]> {
    const { objectApiName, id } = this.#place;
    const body = { values, ...(id !== undefined && { id }) };
    return this.#api.call(findDuplicates, { params: { objectApiName }, body }).then(
      ({ list }) => list,
      () => [],
    );
  }
}

import { compareStructural, computed, observable, reaction, runInAction } from 'mobx';
import { checkTaken } from '#schemas/generated/api/records.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isAutomatic } from '#generators/field-types/registry.ts';
import { type UniqueKey, uniqueKeys } from '#generators/unique.ts';
import type { Problem } from '#shared/errors.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';

/** For how long nothing is typed before the server is asked, in milliseconds; leaving a field asks at once. */
const REST_MS = 500;

interface TakenDeps {
  readonly api: Api;
  readonly form: FormStore;
  readonly place: { readonly objectApiName: string; readonly id: string | undefined };
  readonly after: Clock['after'];
}

/**
 * Says of values that may not repeat, while they are typed, that another record has them: the words of the refusal that a save
 * would get, at the field. An answer to values that are no longer there is dropped. Without an answer nothing is said, and
 * the save decides in any case.
 */
export class TakenValues {
  /** What was said of the values that are there now, by field. */
  readonly found = observable.map<string, Problem>({}, { deep: false });
  readonly #deps: TakenDeps;
  /** What there is to ask now, as text, by the field that may not repeat. */
  #questions: ReadonlyMap<string, string> = new Map();
  /** What calls off a question that waits for a pause. */
  readonly #waiting = new Map<string, () => void>();
  readonly #stops: readonly (() => void)[];

  constructor(deps: TakenDeps) {
    this.#deps = deps;
    const { form } = deps;
    const keys = computed(() =>
      uniqueKeys('', [...form.shape.fields.values()]).filter(({ field }) => !isAutomatic(field)),
    );
    this.#stops = [
      reaction(
        () => keys.get().flatMap((key) => this.#question(key)),
        (questions) => this.#follow(new Map(questions)),
        { equals: compareStructural, fireImmediately: true },
      ),
      reaction(
        () => form.leaves,
        () => this.#askNow(),
      ),
      // A submit takes away what was said before it.
      reaction(
        () => [...this.found.values()].filter(({ field }) => !form.refusals.has(field)),
        (unsaid) => form.refuse(unsaid),
      ),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#follow(new Map());
  }

  /** Nothing while none of the values was changed, one is missing or wrong, or the field is not the user's to see. */
  #question({ field, scope }: UniqueKey): readonly (readonly [string, string])[] {
    const { form } = this.#deps;
    if (form.locked.has(field.apiName)) return [];
    // The record has what this user may not see.
    const seen = [field, ...scope].filter(({ apiName }) => !form.locked.has(apiName));
    if (!seen.some(({ apiName }) => form.changed.has(apiName))) return [];
    const values: Record<string, unknown> = {};
    for (const one of seen) {
      const { value, visible, fault } = form.slot(one.apiName);
      values[one.apiName] = visible && fault === undefined ? cleanValue(one, value) : undefined;
    }
    return Object.values(values).includes(undefined) ? [] : [[field.apiName, JSON.stringify(values)]];
  }

  #follow(questions: ReadonlyMap<string, string>): void {
    const before = this.#questions;
    this.#questions = questions;
    for (const field of new Set([...before.keys(), ...questions.keys()])) {
      if (before.get(field) === questions.get(field)) continue;
      this.#waiting.get(field)?.();
      this.#waiting.delete(field);
      this.#takeBack(field);
      if (questions.has(field))
        this.#waiting.set(
          field,
          this.#deps.after(REST_MS, () => void this.#ask(field)),
        );
    }
  }

  #takeBack(field: string): void {
    const { refusals } = this.#deps.form;
    runInAction(() => {
      if (refusals.get(field) === this.found.get(field)?.message) refusals.delete(field);
      this.found.delete(field);
    });
  }

  #askNow(): void {
    for (const [field, callOff] of this.#waiting) {
      callOff();
      void this.#ask(field);
    }
  }

  async #ask(field: string): Promise<void> {
    this.#waiting.delete(field);
    const { api, form, place } = this.#deps;
    const question = this.#questions.get(field) ?? '{}';
    const values = JSON.parse(question) as RecordValues;
    const body = { field, values, ...(place.id !== undefined && { id: place.id }) };
    const { taken } = await api
      .call(checkTaken, { params: { objectApiName: place.objectApiName }, body })
      .catch(() => ({ taken: null }));
    if (!taken || this.#questions.get(field) !== question) return;
    runInAction(() => {
      this.found.set(field, taken);
      form.refuse([taken]);
    });
  }
}

import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { FieldTotal, TotalsQuery } from '#schemas/api/records.ts';
import { totalRecords } from '#schemas/generated/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** What a cell of the bottom row may say of its column. */
export type Figure = 'sum' | 'average' | 'min' | 'max' | 'count';

/** Fields that one question may name. */
const FIELDS_AT_ONCE = 20;

/** Has this field figures? */
export const isSummed = (field: FieldDefinition): boolean => ['integer', 'decimal', 'money'].includes(valueKind(field));

/** The figures that mean something for a field, the first unless the person chooses another: nobody adds up percents or years. */
export function figuresFor(field: FieldDefinition): readonly Figure[] {
  if (field.config?.notation === 'plain') return ['min', 'max', 'count'];
  return valueType(field).share ? ['average', 'min', 'max', 'count'] : ['sum', 'average', 'min', 'max', 'count'];
}

/** The figures of a list's columns, always worked out by the server over every row that they are of. */
export class TotalsStore {
  status: 'none' | 'loading' | 'ready' | 'failed' = 'none';
  failure: ApiFailure | undefined;
  readonly #totals = observable.map<string, FieldTotal>({}, { deep: false });
  readonly #chosen = observable.map<string, Figure>();
  #question: TotalsQuery | undefined;
  #given = new AbortController();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { failure: observableRef });
  }

  totalOf(apiName: string): FieldTotal | undefined {
    return this.status === 'ready' ? this.#totals.get(apiName) : undefined;
  }

  /** What the cell of a field says: what the person chose, else the first that means something. */
  figureOf(field: FieldDefinition): Figure {
    return this.#chosen.get(field.apiName) ?? figuresFor(field)[0] ?? 'count';
  }

  choose(apiName: string, figure: Figure): void {
    this.#chosen.set(apiName, figure);
  }

  /** Works out the figures for a question; undefined when the row is not shown. The same question again asks nothing. */
  async show(question: TotalsQuery | undefined): Promise<void> {
    if (JSON.stringify(question) === JSON.stringify(this.#question)) return;
    this.#question = question;
    this.#given.abort();
    if (!question || question.fields.length === 0) {
      this.status = 'none';
      return;
    }
    await this.#ask(question);
  }

  retry = async (): Promise<void> => {
    if (this.#question) await this.#ask(this.#question);
  };

  async #ask(question: TotalsQuery): Promise<void> {
    this.#given = new AbortController();
    const { signal } = this.#given;
    this.status = 'loading';
    this.failure = undefined;
    const parts: string[][] = [];
    for (let at = 0; at < question.fields.length; at += FIELDS_AT_ONCE) {
      parts.push(question.fields.slice(at, at + FIELDS_AT_ONCE));
    }
    try {
      const replies = await Promise.all(
        parts.map((fields) => this.#api.call(totalRecords, { body: { ...question, fields }, signal })),
      );
      if (signal.aborted) return;
      runInAction(() => {
        this.#totals.replace(replies.flat().map((total) => [total.field, total]));
        this.status = 'ready';
      });
    } catch (thrown) {
      if (signal.aborted) return;
      runInAction(() => {
        this.failure = asFailure(thrown);
        this.status = 'failed';
      });
    }
  }
}

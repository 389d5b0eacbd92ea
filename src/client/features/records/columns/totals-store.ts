import { makeAutoObservable, observable } from 'mobx';
import type { FieldTotal, TotalsQuery } from '#schemas/api/records.ts';
import { totalRecords } from '#schemas/generated/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** What a cell of the bottom row may say of its column. */
export type Figure = 'sum' | 'average' | 'min' | 'max' | 'count';

/** Fields that one question may name. */
const FIELDS_AT_ONCE = 20;

/** Has this field figures? */
export const isSummed = (field: FieldDefinition): boolean => ['integer', 'decimal', 'money'].includes(valueKind(field));

/** The figures that mean something for a field, the first unless the user chooses another: a sum of percents or years means nothing. */
export function figuresFor(field: FieldDefinition): readonly Figure[] {
  if (field.config?.notation === 'plain') return ['min', 'max', 'count'];
  return valueType(field).share ? ['average', 'min', 'max', 'count'] : ['sum', 'average', 'min', 'max', 'count'];
}

/** The figures of a list's columns, always worked out by the server over every row that they are of. */
export class TotalsStore {
  readonly totals: Loadable<ReadonlyMap<string, FieldTotal>, [question: TotalsQuery]>;
  readonly #chosen = observable.map<string, Figure>();
  #question: TotalsQuery | undefined;

  constructor(api: Api) {
    this.totals = new Loadable(async (signal, question) => {
      const parts: string[][] = [];
      for (let at = 0; at < question.fields.length; at += FIELDS_AT_ONCE)
        parts.push(question.fields.slice(at, at + FIELDS_AT_ONCE));
      const replies = await Promise.all(
        parts.map((fields) => api.call(totalRecords, { body: { ...question, fields }, signal })),
      );
      return new Map(replies.flat().map((total) => [total.field, total]));
    });
    makeAutoObservable(this, { totals: false });
  }

  get status(): 'idle' | 'loading' | 'ready' | 'failed' {
    return this.totals.isLoading ? 'loading' : this.totals.state;
  }

  totalOf(apiName: string): FieldTotal | undefined {
    return this.status === 'ready' ? this.totals.value?.get(apiName) : undefined;
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
    if (!question || question.fields.length === 0) this.totals.clear();
    else await this.totals.load(question);
  }

  retry = async (): Promise<void> => {
    if (this.#question) await this.totals.load(this.#question);
  };
}

import { makeAutoObservable, observableRef } from 'mobx';
import { pinValue } from '#schemas/generated/api/corrections.ts';
import { MIN_REASON } from '#schemas/generated/api/staff-reason.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { answerField } from '#generators/field-types/results.ts';
import { isDateText } from '#generators/field-types/date.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** Texts of the decision beside the value. */
export type PinText = 'source' | 'sourceUrl' | 'asOf' | 'until' | 'reason';

interface PinnedValue {
  readonly objectApiName: string;
  readonly id: string;
  readonly field: FieldDefinition;
  /** The value that the record shows, with which the form begins. */
  readonly value: FieldValue;
}

const wrongAddress = (text: string): string | undefined =>
  text === '' || /^https?:\/\//.test(text) ? undefined : '应为以 http:// 或 https:// 开头的网址';

/** What is wrong with a text; undefined where nothing is. */
const WRONG: Readonly<Record<PinText, (text: string) => string | undefined>> = {
  source: (text) => (text === '' ? '请填写来源' : undefined),
  sourceUrl: wrongAddress,
  asOf: (text) => (text === '' || isDateText(text) ? undefined : '应为日期、月份或年份，如 2026-06-30、2026-06、2026'),
  until: (text) => (text === '' || (text.length === 10 && isDateText(text)) ? undefined : '应为日期，如 2026-06-30'),
  reason: (text) => ([...text].length < MIN_REASON ? `请填写原因，至少 ${MIN_REASON} 个字` : undefined),
};

/** A decision of staff for a stated value over what is counted, while it is written. */
export class PinStore {
  /** The field as users fill it. */
  readonly field: FieldDefinition;
  value: FieldValue;
  texts: Readonly<Record<PinText, string>> = { source: '', sourceUrl: '', asOf: '', until: '', reason: '' };
  readonly sending = new Mutation();
  /** Problems are shown from the first try to send on. */
  hasTried = false;
  readonly #api: Api;
  readonly #of: PinnedValue;

  constructor(api: Api, of: PinnedValue) {
    this.#api = api;
    this.#of = of;
    this.field = answerField(of.field);
    this.value = of.value;
    makeAutoObservable(this, { field: false, value: observableRef });
  }

  /** What is wrong with a text, once the user has tried to send it; or what the server has against it. */
  problem(name: PinText): string | undefined {
    return (this.hasTried ? WRONG[name](this.texts[name].trim()) : undefined) ?? this.#refused(name);
  }

  get valueProblem(): string | undefined {
    return this.#refused(this.field.apiName);
  }

  /** What the server has against it beyond the entries of the form. */
  get refusal(): string | undefined {
    const { failure } = this.sending;
    return failure && failure.problems.length === 0 ? failure.message : undefined;
  }

  change = (value: FieldValue): void => {
    this.value = value;
    this.sending.clear();
  };

  write(name: PinText, text: string): void {
    this.texts = { ...this.texts, [name]: text };
    this.sending.clear();
  }

  /** True when it was decided. */
  send = async (): Promise<boolean> => {
    this.hasTried = true;
    const names: readonly PinText[] = ['source', 'sourceUrl', 'asOf', 'until', 'reason'];
    const entries = names.map((name) => [name, this.texts[name].trim()] as const);
    if (entries.some(([name, text]) => WRONG[name](text) !== undefined)) return false;
    const { source = '', reason = '', ...others } = Object.fromEntries(entries);
    const { objectApiName, id, field } = this.#of;
    const params = { objectApiName, id, field: field.apiName };
    const optional = Object.fromEntries(Object.entries(others).filter(([, text]) => text !== ''));
    const body = { value: this.value ?? null, source, reason, ...optional };
    return this.sending.run(() => this.#api.call(pinValue, { params, body }));
  };

  #refused(name: string): string | undefined {
    return this.sending.failure?.problems.find(({ field }) => field === name)?.message;
  }
}

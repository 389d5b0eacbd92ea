import { makeAutoObservable } from 'mobx';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { bothOf } from '#shared/conditions/condition-parts.ts';
import { addDays, daysFrom } from '#shared/time/days.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { DisplayQuery } from './display-query.ts';

/** Records of a week that are fetched; of more it is said how many there are. */
const WEEK_ROWS = 100;
const DAYS = 7;

/** What is asked for one month, as `2026-11`. */
interface MonthQuestion {
  readonly query: DisplayQuery;
  readonly view: Pick<ListView, 'nameField' | 'calendar' | 'version'>;
  readonly month: string;
}

export interface CalendarDay {
  /** As `2026-11-26`. */
  readonly day: string;
  readonly rows: readonly RecordRow[];
  /** Not all records of the day may be among `rows`. */
  readonly isCut: boolean;
}

const firstOf = (month: string): string => `${month}-01`;
const monthAfter = (month: string, step: number): string => {
  const [year = 0, at = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, at - 1 + step, 1)).toISOString().slice(0, 'YYYY-MM'.length);
};

/** First days of the weeks, from Monday, that a month has days in. */
export function weeksOf(month: string): readonly string[] {
  const first = firstOf(month);
  const weekday = (new Date(first).getUTCDay() + DAYS - 1) % DAYS;
  const start = addDays(first, -weekday);
  const count = Math.ceil(daysFrom(start, firstOf(monthAfter(month, 1))) / DAYS);
  return Array.from({ length: count }, (_, at) => addDays(start, at * DAYS));
}

/** The days between two, both included. */
export const onDays = (field: string, from: string, to: string): Comparison => ({
  field,
  op: 'between',
  value: [from, to],
});

/** The day of a date, or of an instant in China. */
const dayOf = (value: unknown): string => {
  const text = String(value);
  return text.length === firstOf('2026-11').length ? text : shanghaiDay(new Date(text));
};

/** The records of a list on the days of a month. */
export class CalendarStore {
  readonly today: string;
  month: string;
  readonly weeks: Loadable<readonly (readonly CalendarDay[])[], [MonthQuestion]>;
  readonly #api: Api;
  #question: MonthQuestion | undefined;

  constructor(api: Api, today: string) {
    this.#api = api;
    this.today = today;
    this.month = today.slice(0, 'YYYY-MM'.length);
    this.weeks = new Loadable((signal, question) =>
      Promise.all(weeksOf(question.month).map((monday) => this.#week(question, monday, signal))),
    );
    makeAutoObservable(this, { weeks: false }, { autoBind: true });
  }

  /** The month has no records. */
  get isEmpty(): boolean {
    return this.weeks.value?.flat().every(({ day, rows }) => !day.startsWith(this.month) || rows.length === 0) ?? false;
  }

  /** Shows the month that is chosen, for a question. The same question again asks nothing. */
  show(query: DisplayQuery, view: MonthQuestion['view']): void {
    const question = { query, view, month: this.month };
    if (JSON.stringify(question) === JSON.stringify(this.#question)) return;
    this.#question = question;
    void this.weeks.load(question);
  }

  reload(): void {
    if (this.#question) void this.weeks.refresh(this.#question);
  }

  turn(step: number): void {
    this.month = monthAfter(this.month, step);
  }

  toToday(): void {
    this.month = this.today.slice(0, this.month.length);
  }

  /** Turns to the month of the latest record; stays where there is none. */
  async toLatest(): Promise<void> {
    if (!this.#question) return;
    const { query, view } = this.#question;
    const date = view.calendar?.date ?? '';
    const sort = [{ field: date, order: 'desc' as const }];
    const { list } = await this.#api.call(listRecords, {
      body: { ...query, sort, fields: [date], pageSize: 1, layoutVersion: view.version },
    });
    const value = list[0]?.[date];
    if (typeof value === 'string') this.#turnTo(dayOf(value));
  }

  #turnTo(day: string): void {
    this.month = day.slice(0, this.month.length);
  }

  async #week({ query, view }: MonthQuestion, monday: string, signal: AbortSignal): Promise<readonly CalendarDay[]> {
    const { date = '', badge } = view.calendar ?? {};
    const filter = bothOf(query.filter as Condition | undefined, onDays(date, monday, addDays(monday, DAYS - 1)));
    const { list, after } = await this.#api.call(listRecords, {
      body: {
        ...query,
        ...(filter && { filter }),
        sort: [{ field: date, order: 'asc' }],
        fields: [...new Set([view.nameField, date, badge ?? date])],
        pageSize: WEEK_ROWS,
        layoutVersion: view.version,
      },
      signal,
    });
    const last = after === null ? undefined : dayOf(list.at(-1)?.[date]);
    return Array.from({ length: DAYS }, (_, at) => {
      const day = addDays(monday, at);
      return {
        day,
        rows: list.filter((row) => dayOf(row[date]) === day),
        isCut: last !== undefined && day >= last,
      };
    });
  }
}

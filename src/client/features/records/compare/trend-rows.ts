import { makeAutoObservable, observable } from 'mobx';
import type { ChartReply } from '#schemas/api/details.ts';
import { readChart } from '#schemas/generated/api/details.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { periodLabel, periodsBetween } from '#shared/charts/periods.ts';
import { Exact, exactText, parseExact } from '#shared/money/exact.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Periods that a row shows, the latest ones. */
const SHOWN = 10;

/** One bar: a period with its number as exact text. */
export interface TrendBar {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** Of the highest bar of the row, from 0 to 1. */
  readonly share: number;
}

/** A chart over time of the detail page, with the bars of each record on the same periods and the same scale. */
export interface TrendRow {
  readonly label: string;
  /** Of the numbers; `CNY` for amounts. */
  readonly unit: string;
  /** In the order of the records; undefined where the chart is closed to the user, or has not come yet. */
  readonly bars: readonly (readonly TrendBar[] | undefined)[];
}

/** Charts of the detail layout that count by periods, read for some records, as far as they are open to the user. */
export class TrendRows {
  readonly #api: Api;
  readonly #charts = observable.map<string, Loadable<ChartReply | null>>({}, { deep: false });

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this);
  }

  /** Reads what is not here yet. */
  show(definition: ObjectDefinition, ids: readonly string[]): void {
    for (const { at } of overTime(definition)) {
      for (const id of ids) {
        const key = `${at} ${id}`;
        if (this.#charts.has(key)) continue;
        const body = { objectApiName: definition.apiName, id, chart: at };
        const chart = new Loadable(() => this.#api.call(readChart, { body }));
        this.#charts.set(key, chart);
        void chart.load();
      }
    }
  }

  /** A record was written: its charts are read again. */
  renew(id: string): void {
    for (const [key, chart] of this.#charts) if (key.endsWith(` ${id}`)) void chart.refresh();
  }

  rows(definition: ObjectDefinition, ids: readonly string[]): readonly TrendRow[] {
    return overTime(definition).flatMap(({ at, label }) => {
      const charts = ids.map((id) => this.#charts.get(`${at} ${id}`)?.value ?? undefined);
      return rowOf(label, charts) ?? [];
    });
  }
}

const overTime = ({ layouts }: ObjectDefinition) =>
  (layouts.detail.charts ?? []).flatMap(({ label, groupBy, kind }, at) =>
    groupBy.unit !== undefined && kind !== 'compare' ? [{ label, at }] : [],
  );

function rowOf(label: string, charts: readonly (ChartReply | undefined)[]): TrendRow | undefined {
  const sums = charts.map((chart) => chart && sumsOf(chart));
  const keys = sums.flatMap((sum) => [...(sum?.keys() ?? [])]).toSorted();
  const [first, last] = [keys[0], keys.at(-1)];
  const known = charts.find((chart) => chart !== undefined && chart.categories.length > 0);
  const unit = known?.period;
  if (!known || !unit || first === undefined || last === undefined) return undefined;
  const periods = periodsBetween(first, last, unit, SHOWN);
  const most = sums
    .flatMap((sum) => periods.map((key) => sum?.get(key) ?? new Exact(0)))
    .reduce((one, other) => (one.gt(other) ? one : other), new Exact(0));
  const bars = sums.map(
    (sum) =>
      sum &&
      periods.map((key) => {
        const value = sum.get(key) ?? new Exact(0);
        const share = most.isZero() ? 0 : value.div(most).toNumber();
        return { key, label: periodLabel(key, unit), value: exactText(value), share };
      }),
  );
  return { label, unit: known.unit, bars };
}

/** The numbers of each period, all series together. */
function sumsOf({ categories, series }: ChartReply) {
  return new Map(
    categories
      .map(({ key }, at) => [key, at] as const)
      .filter(([key]) => key !== '' && key !== '…')
      .map(([key, at]) => {
        const values = series.map(({ values }) => parseExact(values[at]) ?? new Exact(0));
        return [key, values.reduce((sum, value) => sum.plus(value), new Exact(0))] as const;
      }),
  );
}

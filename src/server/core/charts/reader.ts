import type { ChartReply } from '#schemas/api/details.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { chartSource } from '#generators/detail-blocks.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries, type Row } from '#server/db/read-queries.ts';
import type { OpenList } from '#server/core/lists/opened-list.ts';
import type { ObjectSource, ReadableObject } from '#server/core/lists/readable-object.ts';
import { isToLimited, readNames } from '#server/core/lists/reference-names.ts';
import { type ChartPlan, planChart } from './plan.ts';
import { chartGroups } from './queries.ts';
import { type ChartPart, chartTable } from './table.ts';

const partOf = ([group, series, rows, known, sum]: Row): ChartPart => ({
  group: String(group),
  series: series as string | null,
  rows: Number(rows),
  known: Number(known),
  sum: sum as string | null,
});

/** Reads the charts of detail pages from what the lists of their objects show the person who asks. */
export class ChartReader {
  readonly #queries: ReadQueries;
  readonly #objects: ObjectSource;

  constructor(database: Pick<Database, 'kind' | 'reads'>, objects: ObjectSource) {
    this.#queries = new ReadQueries(database.reads, database.kind === 'postgres');
    this.#objects = objects;
  }

  /**
   * The chart at a place of the detail layout; null when a field that it is made of is gone or closed to the person.
   * `today` is `YYYY-MM-DD`, Asia/Shanghai.
   * @throws Failure INVALID_QUERY when there is no such place; of `open` where a list is closed.
   */
  async read(
    object: ReadableObject,
    { id, chart: index }: { readonly id: string; readonly chart: number },
    today: string,
    open: OpenList,
  ): Promise<ChartReply | null> {
    const chart = object.definition.layouts.detail.charts?.[index];
    if (!chart) {
      const message = `没有第 ${index} 个图表`;
      throw new Failure('INVALID_QUERY', message, [{ field: 'chart', message }]);
    }
    const source = chartSource(object.definition, chart);
    const plan = source && planChart(source, object.definition.apiName, id, open);
    if (!plan) return null;
    const rows = await this.#queries.run(chartGroups(plan));
    // A union keeps no order: the row of all records is the one without a sum and with a count of its own.
    const all = rows.find(([group]) => group === null);
    const parts = rows.filter(([group]) => group !== null).map(partOf);
    const totals = {
      rows: Number(all?.[2] ?? 0),
      drawn: Number(all?.[3] ?? 0),
      asOf: (all?.[5] ?? null) as string | null,
    };
    const names = new Map([
      ...(await this.#names(
        plan,
        plan.group,
        parts.map(({ group }) => group),
      )),
      ...(await this.#names(
        plan,
        plan.split,
        parts.flatMap(({ series }) => series ?? []),
      )),
    ]);
    const { rowsOf } = plan.target.scope;
    const isSeen = (field: FieldDefinition | undefined, id: string | null) =>
      id === null || names.has(id) || !isToLimited(field, this.#objects, rowsOf);
    // A group of records that the reader does not see is not drawn.
    const seen = parts.filter(({ group, series }) => isSeen(plan.group, group) && isSeen(plan.split, series));
    return chartTable(plan, totals, seen, names, today);
  }

  async #names(
    { target: { scope } }: ChartPlan,
    field: FieldDefinition | undefined,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const target = field?.targetApiName === undefined ? undefined : this.#objects.find(field.targetApiName);
    return target ? readNames(this.#queries, target, [...new Set(ids)], scope) : new Map();
  }
}

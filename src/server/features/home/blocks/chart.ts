import type { ChartReply } from '#schemas/api/details.ts';
import type { HomeContentOf } from '#schemas/api/home.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isMoney } from '#generators/field-types/registry.ts';
import { canSum, groupKind } from '#shared/charts/grouping.ts';
import { isIncomplete, periodLabel, periodsBetween } from '#shared/charts/periods.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import { inGroup } from '#shared/conditions/in-group.ts';
import { Failure } from '#shared/errors.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { GroupFigures } from '#server/core/aggregates/reader.ts';
import type { BlockDefinition, BlockDeps, BlockResult, BlockValues, Look } from '#server/features/home/base/block.ts';
import { listPath, selectionOf } from '#server/features/home/base/selection.ts';

/** Groups that a picture of the first page has at most: periods, and all others. */
const PERIODS = 40;
const GROUPS = 10;

const fault = (field: string, message: string): Failure => new Failure('INVALID_QUERY', message, [{ field, message }]);

/** What a chart is made of, as far as the object has it. */
interface Made {
  readonly group: FieldDefinition;
  readonly unit: PeriodUnit | undefined;
  /** The field that is added up; records are counted without one. */
  readonly sum: FieldDefinition | undefined;
}

/** @throws Failure INVALID_QUERY naming what does not fit */
function madeOf(object: CatalogObject, { groupBy = '', unit, measure }: BlockValues): Made {
  const group = object.named(groupBy);
  const period = unit as PeriodUnit | undefined;
  const kind = group && groupKind(group, { field: group.apiName, ...(period && { unit: period }) });
  if (!group || !kind) throw fault('groupBy', `不能按“${groupBy.slice(0, 40)}”分组`);
  const sum = measure === undefined ? undefined : object.named(measure);
  if (measure !== undefined && !(sum && canSum(sum))) throw fault('measure', `不能合计“${measure.slice(0, 40)}”`);
  return { group, unit: kind === 'period' ? (period ?? 'year') : undefined, sum };
}

/** Groups of time with those between them in which nothing happened. */
function whole(rows: readonly GroupFigures[], unit: PeriodUnit | undefined): readonly GroupFigures[] {
  const [first, last] = [rows[0]?.key, rows.at(-1)?.key];
  if (!unit || !first || !last) return rows;
  const known = new Map(rows.map((row) => [row.key, row]));
  return periodsBetween(first, last, unit, PERIODS).map(
    (key) => known.get(key) ?? { key, label: key, values: ['0', '0'] },
  );
}

/** A picture of the records of a list, group by group, each of which opens its own. @throws Failure as `selectionOf` does */
export async function chartBlock(deps: BlockDeps, definition: BlockDefinition, look: Look): Promise<BlockResult> {
  const { object, access, filter, route } = selectionOf(deps, definition, look);
  const { values } = definition;
  const made = madeOf(object, values);
  const { group, unit, sum } = made;
  const most = Math.min(values.limit ?? (unit ? PERIODS : GROUPS), PERIODS);
  const selection = { filter, owner: access.owner };
  const plan = {
    object: object.apiName,
    // States and the like come in the order of their options, all else by its size.
    group: {
      by: group.apiName,
      ...(unit && { unit }),
      ...(fieldType(group).options === 'list' && { isSpread: true as const }),
    },
    measures: [...(sum ? [{ fn: 'sum' as const, field: sum.apiName }] : []), { fn: 'count' as const }],
  };
  const [figures, { total }] = await Promise.all([
    deps.aggregates.read(object, plan, selection, access.scope, most),
    deps.reader.count(object, selection, access.scope),
  ]);
  if (figures.rows.length === 0) return { isEmpty: true };
  const rows = whole(figures.rows, unit).filter((row): row is GroupFigures & { key: string } => row.key !== null);
  const today = shanghaiDay(deps.now());
  const drawn = Number(figures.totals.at(-1) ?? total);
  const chart: ChartReply = {
    categories: rows.map(({ key, label }) => ({
      key,
      label: unit ? periodLabel(key, unit) : label,
      ...(unit && isIncomplete(key, unit, today) && { incomplete: true as const }),
    })),
    series: [
      {
        key: '',
        label: sum ? sum.label : `${object.definition.label}数`,
        values: rows.map((row) => row.values[0] ?? null),
      },
    ],
    unit: sum ? (isMoney(sum) ? 'CNY' : (sum.config?.unit ?? '')) : '条',
    period: unit ?? null,
    groupField: group.apiName,
    sampleSize: total,
    unknown: Math.max(0, total - drawn),
    earlier: 0,
    asOf: null,
  };
  const pathOf = (key: string) => {
    const narrowed: Condition | undefined = allOf([...partsOf(filter), inGroup(group, key, { unit, isBranch: true })]);
    return [key, listPath(route, narrowed)] as const;
  };
  const paths = Object.fromEntries(rows.map(({ key }) => pathOf(key)));
  const drawnAs = (values.look ?? 'bar') as HomeContentOf<'chart'>['look'];
  return { content: { kind: 'chart', look: drawnAs, chart, paths, path: listPath(route, filter) } };
}

import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { isList, isMoney } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import type { Having, Measure, PlanOrder } from '#shared/assistant/plan.ts';
import { isDate } from '#shared/assistant/field-facts.ts';
import { period } from '#server/core/charts/queries.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { SelectionPlan } from '#server/core/lists/list-plan.ts';
import { selectionRows } from '#server/core/lists/queries.ts';
import type { Statement } from '#server/db/read-queries.ts';

/** Places of an average behind the point. */
const AVERAGE_PLACES = 6;

/** Numbers of a selection, group by group. Every field is readable. */
export interface FiguresPlan {
  readonly selection: SelectionPlan;
  readonly group?:
    | {
        readonly field: FieldDefinition;
        readonly unit: PeriodUnit;
        /** The branch that each option of a tree belongs to. */
        readonly branchOf?: ReadonlyMap<string, string> | undefined;
      }
    | undefined;
  readonly measures: readonly {
    readonly fn: Measure['fn'];
    readonly field?: FieldDefinition | undefined;
    readonly currency?: Measure['currency'] | undefined;
  }[];
  readonly having?: Having | undefined;
  readonly order: readonly GroupOrder[];
  readonly limit: number;
}

/** What groups are ordered by: one of their numbers, what they are called in the database, or its place among some. */
export type GroupOrder =
  | Extract<PlanOrder, { measure: number }>
  | { readonly key: 'text' | 'number'; readonly order: 'asc' | 'desc' }
  | { readonly places: readonly string[] };

/** Amounts are compared and added up in CNY, but for those of one currency that the selection is narrowed to. */
const column = (field: FieldDefinition, currency?: Measure['currency']): string => {
  const { num, equivalent } = currencyColumns(field.apiName);
  return `t.${quote(isMoney(field) ? (currency ? num : equivalent) : field.apiName)}`;
};

function figure({ fn, field, currency }: FiguresPlan['measures'][number]): string {
  if (!field) return 'count(*)';
  if (fn === 'distinct') return `count(distinct nullif(${column(field)}::text, ''))`;
  if (isDate(field)) return `${fn}(${column(field)})`;
  const number = `${column(field, currency)}::numeric`;
  return fn === 'avg' ? `round(avg(${number}), ${AVERAGE_PLACES})` : `${fn}(${number})`;
}

function groupText({ group }: FiguresPlan, parameters: Parameters): string {
  if (!group) return 'null::text';
  const { field, unit, branchOf } = group;
  if (isDate(field)) return period(field, unit);
  if (branchOf) {
    const branches = parameters.add(JSON.stringify(Object.fromEntries(branchOf)), 'jsonb');
    return `nullif(coalesce(${branches} ->> ${column(field)}, ${column(field)}), '')`;
  }
  return isList(field) ? `unnest(${column(field)}::text[])` : `nullif(${column(field)}::text, '')`;
}

/** Sums and counts of groups that have no record in common are those of all of them together. */
const isAdditive = ({ group }: FiguresPlan, { fn, field }: FiguresPlan['measures'][number]): boolean =>
  (!field || fn === 'sum') && group !== undefined && !isList(group.field);

const OPERATORS: Readonly<Record<Having['op'], string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=' };

/**
 * One row for each group: what it is called in the database, how many groups there are in all, its numbers as text, and
 * then their sums over all groups, null where they cannot be added up. A selection without groups is one row.
 */
export function groupFigures(plan: FiguresPlan): Statement {
  const { selection, measures, having, order } = plan;
  const parameters = new Parameters();
  const figures = measures.map(figure);
  // A list is taken apart before it is grouped, so that a record counts once in each of its groups.
  const rows = `select ${groupText(plan, parameters)} as g, t.* from (select * ${selectionRows(selection, parameters)}) t`;
  const bound =
    having && `${figures[having.measure]} ${OPERATORS[having.op]} ${parameters.add(having.value, 'numeric')}`;
  const keys = order.map((one) => {
    if ('measure' in one) return `${figures[one.measure]} ${one.order} nulls last`;
    if ('key' in one) return `${one.key === 'number' ? 'g::numeric' : 'g'} ${one.order}`;
    return `array_position(${parameters.add(one.places, 'text[]')}, g)`;
  });
  if (plan.group) keys.push('g');
  const totals = measures.map((measure, at) =>
    isAdditive(plan, measure) ? `(sum(${figures[at]}) over ())::text` : 'null::text',
  );
  const columns = [...figures.map((each) => `(${each})::text`), ...totals];
  const text =
    `select g, (count(*) over ())::int, ${columns.join(', ')} from (${rows}) t` +
    (plan.group ? ` where g is not null group by g` : ' group by g') +
    (bound ? ` having ${bound}` : '') +
    (keys.length > 0 ? ` order by ${keys.join(', ')}` : '') +
    ` limit ${parameters.add(plan.limit, 'bigint')}`;
  return { text, values: parameters.values };
}

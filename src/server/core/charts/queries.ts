import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { quote } from '#generators/storage.ts';
import { fieldType, isList, isMoney } from '#generators/field-types/registry.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import { linksTo, meeting, shownBy, stepsOf } from '#server/core/related/queries.ts';
import type { ChartPlan } from './plan.ts';

const FORMATS: Readonly<Record<PeriodUnit, string>> = {
  year: 'YYYY',
  quarter: 'YYYY"Q"Q',
  month: 'YYYY-MM',
  week: 'IYYY"W"IW',
};
/** Characters of a date that must be known to determine its period. */
const NEEDED: Readonly<Record<PeriodUnit, number>> = { year: 4, quarter: 7, month: 7, week: 10 };

const column = ({ apiName }: FieldDefinition): string => `t.${quote(apiName)}`;

/** The period of a date of the row `t` as text; null when too little of the date is known. */
export function period(field: FieldDefinition, unit: PeriodUnit): string {
  const at = column(field);
  if (fieldType(field).group === 'number') return `case when ${at} between 1000 and 9999 then ${at}::text end`;
  if (fieldType(field).kind === 'instant') return `to_char(${at} at time zone 'Asia/Shanghai', '${FORMATS[unit]}')`;
  const precision = `coalesce(t.${quote(`${field.apiName}_precision`)}, 10)`;
  return `case when ${precision} >= ${NEEDED[unit]} then to_char(${at}, '${FORMATS[unit]}') end`;
}

function groupText({ group, unit }: ChartPlan): string {
  if (unit) return period(group, unit);
  return isList(group) ? `${column(group)}::text[]` : `nullif(${column(group)}::text, '')`;
}

function measure({ sum }: ChartPlan): string {
  if (!sum) return '1::numeric';
  return isMoney(sum) ? `t.${quote(currencyColumns(sum.apiName).equivalent)}` : `${column(sum)}::numeric`;
}

function belongs({ from, id }: ChartPlan, parameters: Parameters): string {
  if (!('via' in from)) return linksTo('t', from, id, parameters);
  return `t.id in (select steps.id from (${stepsOf(from, id, parameters)}) steps)`;
}

/**
 * The groups of a chart. First one row for all records: nothing, nothing, how many there are, how many of them are in a
 * group and have a number, nothing, when the newest was written. Then one for each group and series: the group, the
 * series, its records, those with a number, their sum.
 */
export function chartGroups(plan: ChartPlan): Statement {
  const parameters = new Parameters();
  const split = plan.split ? `nullif(${column(plan.split)}::text, '')` : 'null::text';
  const each = isList(plan.group) ? 'cross join lateral unnest(picked.g) as member(g)' : '';
  const g = each ? 'member.g' : 'picked.g';
  const text =
    `with picked as materialized (select ${groupText(plan)} as g, ${split} as s, ${measure(plan)} as m, t."updatedAt" ` +
    `from ${quote(plan.target.object.table)} t where ${belongs(plan, parameters)}${shownBy('t', plan.target, parameters)}${meeting('t', plan.target, plan.filter, parameters)}) ` +
    `select null, null, count(*), count(*) filter (where g is not null and m is not null), null::numeric, max("updatedAt") from picked ` +
    `union all select ${g}, s, count(*), count(m), sum(m), null from picked ${each} where ${g} is not null group by ${g}, s`;
  return { text, values: parameters.values };
}

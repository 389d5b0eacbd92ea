import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import type { Parameters } from '#server/core/conditions/parameters.ts';

const CNY = 'CNY';

/** A part of the question: a table by home, and the columns of one field's answer in it. */
export interface Part {
  readonly with: string | undefined;
  readonly columns: readonly string[];
}

/** Names the table of a part. */
type Own = (select: string) => string;

/** The column that values of a field are compared and added up by: the equivalent in CNY of an amount. */
export const measure = (field: FieldDefinition): string =>
  quote(valueKind(field) === 'money' ? currencyColumns(field.apiName).equivalent : field.apiName);

/**
 * The same for amounts, with the least amount of its band where only that is known. Bands are of CNY: one in another
 * currency has no equivalent and stays unknown, as does a band without a least amount.
 */
export function measureWithBands(field: FieldDefinition, parameters: Parameters): string {
  const { num, currency, band } = currencyColumns(field.apiName);
  const least = (field.selectOptions ?? []).flatMap(({ value, atLeast }) =>
    atLeast === undefined ? [] : [[value, atLeast] as const],
  );
  const amounts = parameters.add(JSON.stringify(Object.fromEntries(least)), 'jsonb');
  const isOfCny = `${quote(num)} is null and coalesce(${quote(currency)}, '${CNY}') = '${CNY}'`;
  return `coalesce(${measure(field)}, case when ${isOfCny} then (${amounts} ->> ${quote(band)})::numeric end)`;
}

/** The columns of an amount in CNY. */
export const inCny = (num: string): readonly string[] => [
  num,
  `case when ${num} is not null then '${CNY}' end`,
  num,
  'null::text',
];

/** A sum of amounts by their `value` in CNY, with how many records it is of and how many of them have no exact amount. */
export function sumOfAmounts(
  field: FieldDefinition,
  of: FieldDefinition,
  value: string,
  table: string,
  own: Own,
): Part {
  if (field.config?.rollup?.currency === 'uniform') return inOneCurrency(of, value, table, own);
  const select =
    `select "#home", sum(${value}) as n, count(*) as rows, count(*) - count(${measure(of)}) as unknown ` +
    `from "#source" group by 1`;
  return { with: own(select), columns: [...inCny(`${table}.n`), `${table}.rows`, `${table}.unknown`] };
}

/**
 * A sum of amounts that all have a number in one currency, in that currency; every other one in CNY. Its equivalent is known
 * where that of every amount is.
 */
function inOneCurrency(of: FieldDefinition, value: string, table: string, own: Own): Part {
  const columns = currencyColumns(of.apiName);
  const [num, currency, equivalent] = [columns.num, columns.currency, columns.equivalent].map(quote);
  const isOne = `count(${num}) = count(*) and min(${currency}) = max(${currency})`;
  const select =
    `select "#home", case when ${isOne} then sum(${num}) else sum(${value}) end as n, ` +
    `case when ${isOne} then min(${currency}) when count(${value}) > 0 then '${CNY}' end as currency, ` +
    `case when ${isOne} and count(${equivalent}) < count(*) then null else sum(${value}) end as cny, count(*) as rows, ` +
    `case when ${isOne} then 0 else count(*) - count(${equivalent}) end as unknown from "#source" group by 1`;
  const names = ['n', 'currency', 'cny'].map((name) => `${table}.${name}`);
  return { with: own(select), columns: [...names, 'null::text', `${table}.rows`, `${table}.unknown`] };
}

/**
 * The least or largest of amounts and of least amounts of bands: an amount in its own currency, a band in CNY. It is of the
 * records that have either.
 */
export function extremeOfAmounts(
  of: FieldDefinition,
  value: string,
  way: 'asc' | 'desc',
  table: string,
  own: Own,
): Part {
  const [num, currency] = [currencyColumns(of.apiName).num, currencyColumns(of.apiName).currency].map(quote);
  const all = 'over (partition by "#home")';
  const select =
    `select distinct on ("#home") "#home", coalesce(${num}, ${value}) as n, ` +
    `case when ${num} is null then '${CNY}' else ${currency} end as currency, ${value} as cny, ` +
    `count(*) ${all} as rows, count(*) ${all} - count(${measure(of)}) ${all} as unknown ` +
    `from "#source" where ${value} is not null order by "#home", ${value} ${way}, id desc`;
  const names = ['n', 'currency', 'cny'].map((name) => `${table}.${name}`);
  return { with: own(select), columns: [...names, 'null::text', `${table}.rows`, `${table}.unknown`] };
}

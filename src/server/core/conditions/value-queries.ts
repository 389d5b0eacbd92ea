import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { quote } from '#generators/storage.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { wholePeriodsBy } from '#shared/conditions/periods.ts';
import type { NumberRange } from '#shared/conditions/number-range.ts';
import type { ValueTest } from '#shared/conditions/value-test.ts';
import type { Parameters } from './parameters.ts';

/** SQL type of one value of a kind, where values of that kind are compared. */
const SQL_TYPES: Readonly<Record<ValueKind, string>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
  link: 'bigint',
  texts: 'text',
  links: 'bigint',
  file: 'jsonb',
};

export const escapeWildcards = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Does a text hold another, A–Z and a–z alike? Collation "C" folds those and nothing else in every database; the
 * database's own locale would fold more in one place than in another. Without letters there is nothing to fold, which
 * saves PostgreSQL from folding every value: most words here are Chinese.
 */
export function holdsText(
  column: string,
  where: 'anywhere' | 'start' | 'end',
  text: string,
  parameters: Parameters,
): string {
  const pattern = `${where === 'start' ? '' : '%'}${escapeWildcards(text)}${where === 'end' ? '' : '%'}`;
  const like = /[A-Za-z]/.test(text) ? 'ilike' : 'like';
  return `${column} collate "C" ${like} ${parameters.add(pattern, 'text')}`;
}

/** How a column of a field is read. */
export type ColumnText = (name: string) => string;

function known(field: FieldDefinition, kind: ValueKind, column: string): string {
  if (kind === 'text') return `${column} <> ''`;
  const test = `${column} is not null`;
  return kind === 'money' ? `(${test} or ${quote(currencyColumns(field.apiName).band)} is not null)` : test;
}

/** A list of one is written as `=`, which keeps the order of an index behind the column. */
function oneOf(column: string, values: readonly unknown[], type: string, parameters: Parameters): string {
  return values.length === 1
    ? `${column} = ${parameters.add(values[0], type)}`
    : `${column} = any(${parameters.add(values, `${type}[]`)})`;
}

type End = readonly [operator: string, value: string | undefined];

function bounds(column: string, ends: readonly End[], type: string, parameters: Parameters): string {
  const tests = ends.flatMap(([operator, value]) =>
    value === undefined ? [] : [`${column} ${operator} ${parameters.add(value, type)}`],
  );
  return `(${tests.join(' and ')})`;
}

/**
 * The column holds the first day of a date, its precision how many characters of the text are known. A month or a year
 * is inside only if its last day is, which for a given end is a limit on its first day.
 */
function days(
  field: FieldDefinition,
  range: { from?: string; to?: string },
  parameters: Parameters,
  columnOf: ColumnText,
): string {
  const [column, precision] = [columnOf(field.apiName), columnOf(`${field.apiName}_precision`)];
  const inside = bounds(
    column,
    [
      ['>=', range.from],
      ['<=', range.to],
    ],
    'date',
    parameters,
  );
  if (range.to === undefined || range.to === 'infinity') return inside;
  const { month, year } = wholePeriodsBy(range.to);
  const whole = `${precision} = 7 and ${column} <= ${parameters.add(month, 'date')}`;
  const wholeYear = `${precision} = 4 and ${column} <= ${parameters.add(year, 'date')}`;
  return `(${inside} and (coalesce(${precision}, 10) = 10 or ${whole} or ${wholeYear}))`;
}

function numbers(column: string, range: NumberRange, type: string, parameters: Parameters): string {
  const { from, to, fromWithout, toWithout } = range;
  if (from !== undefined && from === to) return `${column} = ${parameters.add(from, type)}`;
  return bounds(
    column,
    [
      ['>=', from],
      ['<=', to],
      ['>', fromWithout],
      ['<', toWithout],
    ],
    type,
    parameters,
  );
}

/** The text of a test of a field's values; its own values go to `parameters`. */
export function compileTest(
  field: FieldDefinition,
  test: ValueTest,
  parameters: Parameters,
  columnOf: ColumnText = quote,
): string {
  const kind = valueKind(field);
  const type = SQL_TYPES[kind];
  const money = currencyColumns(field.apiName);
  const column = columnOf(field.apiName);
  switch (test.test) {
    case 'known':
      return known(field, kind, column);
    case 'oneOf':
      return test.part === 'value'
        ? oneOf(column, test.values, type, parameters)
        : oneOf(quote(money[test.part]), test.values, 'text', parameters);
    case 'holds':
      return holdsText(column, test.where, test.text, parameters);
    case 'number': {
      const number = kind === 'money' ? quote(money.equivalent) : column;
      const inside = numbers(number, test.range, type, parameters);
      if (!test.bands) return inside;
      const band = oneOf(quote(money.band), test.bands, 'text', parameters);
      // Bands are of CNY: one in another currency has no equivalent.
      const isOfCny = `${number} is null and coalesce(${quote(money.currency)}, 'CNY') = 'CNY'`;
      return `(${inside} or (${isOfCny} and ${band}))`;
    }
    case 'days':
      return days(field, test.range, parameters, columnOf);
    case 'instants':
      return bounds(
        column,
        [
          ['>=', test.range.from],
          ['<', test.range.until],
        ],
        type,
        parameters,
      );
    case 'members':
      return `${column} ${test.all ? '@>' : '&&'} ${parameters.add(test.values, `${type}[]`)}`;
  }
}

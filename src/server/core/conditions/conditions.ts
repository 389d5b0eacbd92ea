import type { Comparison, Condition, Existence, Noted } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { quote } from '#generators/storage.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { fieldType, isList, valueKind } from '#generators/field-types/registry.ts';
import type { PointingSource } from '#generators/filters.ts';
import { type OwnName, readOwnName } from '#generators/own-columns.ts';
import { wholePeriodsBy } from '#shared/conditions/periods.ts';
import type { NumberRange } from '#shared/conditions/number-range.ts';
import { questionOf, type ValueTest } from '#shared/conditions/value-test.ts';
import { heldAs, isListed, isListedAs } from './listed-queries.ts';
import { isOwn } from './own-queries.ts';
import type { Parameters } from './parameters.ts';

/** Which records of one object a user sees: those that meet a condition, and those of the user's own; none without either. */
export interface SeenRows {
  readonly fields: readonly FieldDefinition[];
  readonly condition: Condition | undefined;
  /** The account whose own records are seen as well; undefined where none are. */
  readonly own: string | undefined;
  /** What has to hold beside that. */
  readonly within?: Condition | undefined;
}

/** Records of another object that a condition may ask about: all, or where `owner` is given those of this account. */
export interface AskedObject extends PointingSource {
  readonly definition: ObjectDefinition;
  readonly table: string;
  readonly owner: string | undefined;
  /** Which of them the person sees; undefined for all. */
  readonly seenRows: SeenRows | undefined;
}

/** Objects that a condition may ask about, by apiName; the same for its check and its text. */
export type AskedObjects = (apiName: string) => AskedObject | undefined;

/**
 * A test that the row `id` of an object has such a note, for one user. Notes are read by their feature alone, which gives
 * this; absent where no user asks for themselves.
 */
export type NotedTest = (objectApiName: string, noted: Noted['noted'], parameters: Parameters) => string;

/** What the compiler needs: the live fields, the day (`YYYY-MM-DD`, Asia/Shanghai) and where values go. */
export interface ConditionContext {
  readonly fields: readonly FieldDefinition[];
  readonly today: string;
  readonly parameters: Parameters;
  /** As the condition was parsed with. */
  readonly others?: AskedObjects | undefined;
  /** The account that asks; of a list that it may not read no record is on it. */
  readonly reader?: string | undefined;
  /** The object whose records are asked about, and what may be asked of notes on them. */
  readonly notes?: { readonly objectApiName: string; readonly test: NotedTest } | undefined;
}

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
type ColumnText = (name: string) => string;

function known(field: FieldDefinition, kind: ValueKind, columnOf: ColumnText): string {
  const column = columnOf(field.apiName);
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

function compileTest(
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
      return known(field, kind, columnOf);
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

/** Columns of a field that a list has of its own. */
const heldColumns =
  (field: FieldDefinition, own: OwnName): ColumnText =>
  (name) =>
    heldAs(
      own,
      fieldType(field)
        .columns(field)
        .find((column) => column.name === name)?.sqlType ?? 'text',
    );

function compileComparison(comparison: Comparison, context: ConditionContext): string {
  const { fields, today, parameters, reader } = context;
  const field = fields.find((candidate) => candidate.apiName === comparison.field);
  if (!field) throw new Error(`The condition names ${comparison.field}, which the object does not have.`);
  const { ask, negated } = questionOf(field, comparison, today);
  const own = readOwnName(field.apiName);
  const test = own
    ? isListedAs(own.listId, reader, compileTest(field, ask, parameters, heldColumns(field, own)), parameters)
    : compileTest(field, ask, parameters);
  return negated ? `(${test}) is not true` : test;
}

/**
 * Ids of the records that enough others point at. Nothing in it refers to the row outside, so that the planner may start
 * from either side: with the few records that match, or with the few rows of a page.
 */
function compileExistence({ exists }: Existence, context: ConditionContext): string {
  const { objectApiName, fields: names, filter, atLeast = 1 } = exists;
  const { parameters } = context;
  const asked = context.others?.(objectApiName);
  const links = asked?.fields.filter(({ apiName }) => names.includes(apiName)) ?? [];
  const [link, another] = links;
  if (!asked || !link) throw new Error(`The condition asks about ${objectApiName}, which it may not.`);
  const tests = [
    ...(filter
      ? [
          compileCondition(filter, {
            ...context,
            fields: asked.fields,
            notes: context.notes && { ...context.notes, objectApiName },
          }),
        ]
      : []),
    ...(asked.owner === undefined ? [] : [isOwn(asked, asked.owner, parameters)]),
    ...(asked.seenRows ? [isSeen(asked, asked.seenRows, context.today, parameters)] : []),
  ];
  const column = quote(link.apiName);
  const isSingle = !another && !isList(link);
  // A record may name the same one in several places.
  const named = links.map((one) => (isList(one) ? quote(one.apiName) : `array[${quote(one.apiName)}]`)).join(' || ');
  const home = isSingle ? column : `unnest(${named})`;
  const known = isSingle ? [`${column} is not null`] : [];
  const where = [...known, ...tests].map((test) => ` and ${test}`).join('');
  const rows = `select ${home} as home, id from ${quote(asked.table)} where true${where}`;
  if (atLeast === 1) return `id in (select home from (${rows}) pointing where home is not null)`;
  const counted = `select home from (${rows}) pointing where home is not null group by home`;
  return `id in (${counted} having count(distinct id) >= ${parameters.add(atLeast, 'bigint')})`;
}

function compileNoted({ noted }: Noted, { notes, parameters }: ConditionContext): string {
  if (!notes) throw new Error('The condition asks what is noted, which it may not.');
  return notes.test(notes.objectApiName, noted, parameters);
}

/**
 * A parsed condition as the text of an SQL condition over the object's table; its values go to `parameters`. It may be
 * null where it is false, which `where`, `and` and `or` take alike; what is negated is never null.
 */
export function compileCondition(condition: Condition, context: ConditionContext): string {
  const compile = (member: Condition) => compileCondition(member, context);
  if ('and' in condition) return `(${condition.and.map(compile).join(' and ')})`;
  if ('or' in condition) return `(${condition.or.map(compile).join(' or ')})`;
  if ('not' in condition) return `((${compile(condition.not)}) is not true)`;
  if ('inList' in condition) return isListed(condition.inList, context.reader, context.parameters);
  if ('noted' in condition) return compileNoted(condition, context);
  return 'exists' in condition ? compileExistence(condition, context) : compileComparison(condition, context);
}

/** A test that a user sees a record of an object; in a query of its own where the record is called `alias`. */
export function isSeen(
  object: { readonly definition: ObjectDefinition; readonly table: string },
  { fields, condition, own, within }: SeenRows,
  today: string,
  parameters: Parameters,
  alias?: string,
): string {
  const tests = [
    ...(condition ? [compileCondition(condition, { fields, today, parameters })] : []),
    ...(own === undefined ? [] : [isOwn(object, own, parameters)]),
  ];
  const seen = tests.length > 0 ? `(${tests.join(' or ')})` : 'false';
  const test = within ? `(${seen} and ${compileCondition(within, { fields, today, parameters })})` : seen;
  return alias === undefined ? test : `${alias}.id in (select id from ${quote(object.table)} where ${test})`;
}

import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isList, valueKind, valueType } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import type { Statement } from '#server/db/read-queries.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import { extremeOfAmounts, inCny, measure, measureWithBands, type Part, sumOfAmounts } from './amounts.ts';
import { joined } from './joined-lists.ts';
import type { DerivedGroup, LookupGroup, RollupGroup } from './plan.ts';
import { columnNames, type Edges, orderSql, sourceSql } from './finding/source-records.ts';

// Names that begin with # belong to the statement; no field can be called so.

/** Entries that a list of distinct values holds at most, the most frequent first. */
const MAX_DISTINCT = 60;
const AVERAGE_PLACES = 6;
/** The table of the first record of each home. */
const FIRST = '"#first"';

/** The columns of a source that a field which takes its values as they are is kept in. */
const alike = (source: FieldDefinition, field: FieldDefinition): string[] =>
  columnNames(source).slice(0, columnNames(field).length);

/** What the values of several fields are side by side, each value a row of its own. */
const unnested = (fields: readonly FieldDefinition[]): string =>
  fields
    .map((field) =>
      isList(field)
        ? `select unnest(${quote(field.apiName)}) as v`
        : `select ${valueKind(field) === 'money' ? measure(field) : quote(field.apiName)} as v`,
    )
    .join(' union ');

const isWithBands = ({ config }: FieldDefinition): boolean => config?.rollup?.bands === 'atLeast';

function partOf(field: FieldDefinition, of: readonly FieldDefinition[], at: number, parameters: Parameters): Part {
  const [first] = of;
  const name = field.config?.rollup?.function;
  const own = (select: string): string => `${quote(`#p${at}`)} as materialized (${select})`;
  if (name === 'count') return { with: undefined, columns: ['coalesce(a."#count", 0)'] };
  if (name === 'exists') return { with: undefined, columns: ['coalesce(a."#count", 0) > 0'] };
  if (!first) throw new Error(`The roll-up ${field.apiName} takes no field.`);
  const value = isWithBands(field) ? measureWithBands(first, parameters) : measure(first);
  const extreme = (way: 'asc' | 'desc') =>
    isWithBands(field)
      ? extremeOfAmounts(first, value, way, quote(`#p${at}`), own)
      : {
          with: own(
            `select distinct on ("#home") * from "#source" where ${measure(first)} is not null ` +
              `order by "#home", ${measure(first)} ${way}, id desc`,
          ),
          columns: alike(first, field).map((column) => `${quote(`#p${at}`)}.${quote(column)}`),
        };
  switch (name) {
    case 'first': {
      const taken = alike(first, field).map((column) => `${FIRST}.${quote(column)}`);
      return { with: undefined, columns: of.length > 1 ? [joined(of, FIRST)] : taken };
    }
    case 'min':
      return extreme('asc');
    case 'max':
      return extreme('desc');
    case 'sum':
    case 'avg':
      return added(field, first, value, quote(`#p${at}`), own);
    case 'countDistinct':
      return {
        with: own(
          `select "#home", count(distinct v) as n from "#source" cross join lateral (${unnested(of)}) x group by 1`,
        ),
        columns: [`coalesce(${quote(`#p${at}`)}.n, 0)`],
      };
    case 'distinct':
      return {
        with: own(
          `select "#home", (array_agg(v order by n desc, v))[1:${MAX_DISTINCT}] as v from (` +
            `select "#home", v, count(*) as n from "#source" cross join lateral (${unnested(of)}) x ` +
            `where v is not null group by 1, 2) d group by 1`,
        ),
        columns: [`${quote(`#p${at}`)}.v`],
      };
    default:
      throw new Error(`The roll-up ${field.apiName} has no function.`);
  }
}

function added(
  field: FieldDefinition,
  of: FieldDefinition,
  value: string,
  table: string,
  own: (select: string) => string,
): Part {
  const isMoney = valueKind(of) === 'money';
  if (isMoney && field.config?.rollup?.function === 'sum') return sumOfAmounts(field, of, value, table, own);
  const total =
    field.config?.rollup?.function === 'sum'
      ? `sum(${value})`
      : `round(avg(${value}), ${isMoney ? 2 : AVERAGE_PLACES})`;
  const cast = valueType(field).kind === 'integer' ? '::bigint' : '';
  const select = `select "#home", ${total}${cast} as n from "#source" group by 1`;
  if (!isMoney) return { with: own(select), columns: [`${table}.n`] };
  return { with: own(select), columns: inCny(`${table}.n`) };
}

/** The day of the first record of each home, where something stated has to be later than it. */
function leadOf({ fields, order }: RollupGroup): string | undefined {
  const [first] = order;
  const column = first && fieldType(first.field).sortColumn(first.field);
  if (!column || fields.every(({ config }) => config?.rollup?.stated !== 'later')) return undefined;
  return `${FIRST}.${quote(column)}::text`;
}

function rollupQuestion(group: RollupGroup, edges: Edges, today: string) {
  const parameters = new Parameters();
  const source = sourceSql(group, edges, today, parameters);
  const find = (apiName: string) => group.source.fields.filter((field) => field.apiName === apiName);
  const parts = group.fields.map((field, at) =>
    partOf(field, (field.config?.rollup?.of ?? []).flatMap(find), at, parameters),
  );
  const lead = leadOf(group);
  const hasFirst = lead !== undefined || group.fields.some(({ config }) => config?.rollup?.function === 'first');
  const ordered = hasFirst ? orderSql(group.order, parameters) : '';
  const first = `${FIRST} as materialized (select distinct on ("#home") * from "#source" order by "#home", ${ordered})`;
  const tables = [
    `"#source" as materialized (${source})`,
    `a as (select "#home", count(*) as "#count" from "#source" group by 1)`,
    ...(hasFirst ? [first] : []),
    ...parts.flatMap((part) => part.with ?? []),
  ];
  const joins = parts.flatMap((part, at) =>
    part.with === undefined ? [] : `left join ${quote(`#p${at}`)} on ${quote(`#p${at}`)}."#home" = h.id`,
  );
  const columns = [
    'coalesce(a."#count", 0) as "#rows"',
    ...(lead === undefined ? [] : [`${lead} as "#on"`]),
    ...parts.flatMap((part) => part.columns).map((column, at) => `${column} as c${at}`),
  ];
  const text =
    `with ${tables.join(', ')} select h.id, ${columns.join(', ')} from unnest($1::bigint[]) as h(id) ` +
    `left join a on a."#home" = h.id ${hasFirst ? `left join ${FIRST} on ${FIRST}."#home" = h.id ` : ''}${joins.join(' ')}`;
  return { text, values: parameters.values };
}

/** The question for how many of the records that one home is worked out of have a known value of a field. */
export function knownQuestion(
  group: RollupGroup,
  of: FieldDefinition,
  id: string,
  edges: Edges,
  today: string,
): Statement {
  const parameters = new Parameters();
  const source = sourceSql(group, edges, today, parameters);
  const text = `select count(${measure(of)}) as known from (${source}) s`;
  return { text, values: [[id], ...parameters.values.slice(1)] };
}

function lookupQuestion({ home, source, link, fields }: LookupGroup) {
  const find = (field: FieldDefinition) =>
    source.fields.find(({ apiName }) => apiName === field.config?.lookup?.field) ?? field;
  const columns = fields.flatMap((field) => alike(find(field), field).map((name) => `t.${quote(name)}`));
  const text =
    `select h.id, ${columns.map((column, at) => `${column} as c${at}`).join(', ')} from ${quote(home.apiName)} h ` +
    `left join ${quote(source.apiName)} t on t.id = h.${quote(link.apiName)} where h.id = any($1::bigint[])`;
  return { text, values: [[]] as unknown[] };
}

/**
 * The question for what a group gives of some records of its home: a row for each, the id first, then the columns of its
 * fields side by side.
 */
export function questionOf(group: DerivedGroup, ids: readonly string[], edges: Edges, today: string): Statement {
  const { text, values } = group.kind === 'rollup' ? rollupQuestion(group, edges, today) : lookupQuestion(group);
  return { text, values: [ids, ...values.slice(1)] };
}

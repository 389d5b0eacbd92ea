import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { quote } from '#generators/storage.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { compileCondition, isSeen } from '#server/core/conditions/conditions.ts';
import { orderTerm } from '#server/core/conditions/keyset.ts';
import { isOwn } from '#server/core/conditions/own-queries.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import type { ReadableObject } from '#server/core/lists/readable-object.ts';
import type { AlikeTerm, Ranking, Slice, Way } from './plan.ts';

const isList = (field: FieldDefinition): boolean => valueKind(field) === 'links' || valueKind(field) === 'texts';
const column = (alias: string, { apiName }: FieldDefinition): string => `${alias}.${quote(apiName)}`;

/** Does any of these links of a record point at this one? */
export function linksTo(alias: string, fields: readonly FieldDefinition[], id: string, parameters: Parameters): string {
  const tests = fields.map((field) =>
    isList(field)
      ? `${column(alias, field)} && ${parameters.add([id], 'bigint[]')}`
      : `${column(alias, field)} = ${parameters.add(id, 'bigint')}`,
  );
  return `(${tests.join(' or ')})`;
}

/** All that these links of a record point at, as one array of ids. */
function linked(alias: string, fields: readonly FieldDefinition[]): string {
  return fields
    .map((field) =>
      isList(field) ? `coalesce(${column(alias, field)}, '{}')` : `array_remove(array[${column(alias, field)}], null)`,
    )
    .join(' || ');
}

/** `and` the records that the list shows this user: their own alone, or those that meet a condition. */
export function shownBy(alias: string, { object, owner, scope }: OpenedList, parameters: Parameters): string {
  const seen = scope.rowsOf(object);
  const own = owner === undefined ? '' : ` and ${isOwn(object, owner, parameters, alias)}`;
  return seen ? `${own} and ${isSeen(object, seen, scope.today, parameters, alias)}` : own;
}

/**
 * `and` the records that meet the condition of the layout; in a query of its own, since the query has columns of other
 * tables.
 */
export function meeting(
  alias: string,
  list: OpenedList,
  filter: Condition | undefined,
  parameters: Parameters,
): string {
  if (!filter) return '';
  const fields = withSystemFields(list.object.definition, list.object.fields);
  const { today, others } = list.scope;
  const test = compileCondition(filter, { fields, today, parameters, others });
  return ` and ${alias}.id in (select id from ${quote(list.object.table)} where ${test})`;
}

/** A date as text, as much of it as is known; texts of dates sort as the dates do. */
function dateText(alias: string, field: FieldDefinition): string {
  const at = column(alias, field);
  if (valueKind(field) === 'instant') return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `left(${at}::text, coalesce(${alias}.${quote(`${field.apiName}_precision`)}, 10))`;
}

/** Ids of the records that a way leads to, each once for every record on the way: `via`, `id`, `day`. */
export function stepsOf(way: Way, id: string, parameters: Parameters): string {
  const { via, from, to, date } = way;
  const day = date ? dateText('v', date) : 'null::text';
  return (
    `select distinct v.id as via, x.id, ${day} as day from ${quote(via.object.table)} v ` +
    `cross join lateral unnest(${linked('v', to)}) as x(id) ` +
    `where ${linksTo('v', from, id, parameters)}${shownBy('v', via, parameters)}`
  );
}

const end = ({ limit, offset }: Slice): string => `limit ${limit} offset ${offset}`;

/** Records that a way leads to: the id, how often, the latest date, and how many records there are in all. */
export function reached(target: OpenedList, way: Way, home: Ranking, slice: Slice): Statement {
  const parameters = new Parameters();
  const steps = stepsOf(way, home.id, parameters);
  const self = home.isSameObject ? ` and t.id <> ${parameters.add(home.id, 'bigint')}` : '';
  const order = home.sort
    ? orderTerm(home.sort, `t.${quote(home.sort.column)}`, parameters)
    : way.latestFirst
      ? 'r.latest desc nulls last, r.count desc'
      : 'r.count desc, r.latest desc nulls last';
  const text =
    `with steps as (${steps}), reached as (select id, count(*) as count, max(day collate "C") as latest from steps group by id) ` +
    `select t.id, r.count, r.latest, count(*) over () from ${quote(target.object.table)} t join reached r on r.id = t.id ` +
    `where true${self}${shownBy('t', target, parameters)}${meeting('t', target, home.filter, parameters)} order by ${order}, t.id desc ${end(slice)}`;
  return { text, values: parameters.values };
}

/** The records that a link of a record names, in its order; columns as above. */
export function named(
  home: ReadableObject,
  field: FieldDefinition,
  target: OpenedList,
  { id, filter }: Pick<Ranking, 'id' | 'filter'>,
  slice: Slice,
) {
  const parameters = new Parameters();
  const text =
    `select t.id, null, null, count(*) over () from ${quote(home.table)} h ` +
    `cross join lateral unnest(${linked('h', [field])}) with ordinality as x(id, at) ` +
    `join ${quote(target.object.table)} t on t.id = x.id ` +
    `where h.id = ${parameters.add(id, 'bigint')}${shownBy('t', target, parameters)}${meeting('t', target, filter, parameters)} order by x.at ${end(slice)}`;
  return { text, values: parameters.values } satisfies Statement;
}

/**
 * Is a record alike in one respect, and in how many values? Each value is one cheap comparison: counting the common
 * entries of two arrays by a subquery took six times as long over 200,000 records.
 */
function alikeness(term: AlikeTerm, parameters: Parameters): { readonly test: string; readonly score: string } {
  const at = column('t', term.field);
  const type = valueKind(term.field) === 'link' || valueKind(term.field) === 'links' ? 'bigint' : 'text';
  const some = parameters.add(term.values, `${type}[]`);
  if (isList(term.field)) {
    const each = term.values.map((value) => `(${parameters.add(value, type)} = any(${at}))::int`);
    return { test: `${at} && ${some}`, score: `coalesce(${each.join(' + ')}, 0)` };
  }
  const test = `${at} = any(${some})`;
  // The very branch counts for more than one beside it.
  return { test, score: `coalesce((${test})::int + (${at} = ${parameters.add(term.itself, type)})::int, 0)` };
}

/** The records most alike, at most `most` of them. */
export function alike(
  target: OpenedList,
  terms: readonly AlikeTerm[],
  { id, filter }: Pick<Ranking, 'id' | 'filter'>,
  most: number,
): Statement {
  const parameters = new Parameters();
  const parts = terms.map((term) => alikeness(term, parameters));
  const text =
    `select t.id, ${parts.map(({ score }) => score).join(' + ')} as score from ${quote(target.object.table)} t ` +
    `where (${parts.map(({ test }) => test).join(' or ')}) and t.id <> ${parameters.add(id, 'bigint')}` +
    `${shownBy('t', target, parameters)}${meeting('t', target, filter, parameters)} order by score desc, t.id desc limit ${most}`;
  return { text, values: parameters.values };
}

/** Records by id, in any order: the id, then the columns. */
export function recordsByIds({ table }: ReadableObject, columns: readonly string[], ids: readonly string[]): Statement {
  const wanted = ['id', ...columns.map(quote)].join(', ');
  return { text: `select ${wanted} from ${quote(table)} where id = any($1::bigint[])`, values: [ids] };
}

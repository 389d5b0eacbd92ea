import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isList, valueKind } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { Statement } from '#server/db/read-queries.ts';
import { compileCondition } from '#server/core/conditions/conditions.ts';
import { orderTerm } from '#server/core/conditions/keyset.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { LedGroup, Order, RollupGroup, Way } from '#server/core/derived/plan.ts';

// Names that begin with # belong to the statement; no field can be called so.

export const columnNames = (field: FieldDefinition): string[] =>
  fieldType(field)
    .columns(field)
    .map(({ name }) => name);

/** How records come before one another; the more precise of two equal dates first, and at last the newest record. */
export function orderSql(order: readonly Order[], parameters: Parameters): string {
  const terms = order.flatMap(({ field, order: way }) => {
    const type = fieldType(field);
    const column = type.sortColumn(field) ?? field.apiName;
    const key = { column, sqlType: 'text', order: way, options: type.optionOrder?.(field) };
    const term = orderTerm(key, quote(column), parameters);
    return valueKind(field) === 'date' ? [term, `${quote(`${field.apiName}_precision`)} desc nulls last`] : [term];
  });
  return [...terms, 'id desc'].join(', ');
}

/** Ids of the links whose edges are kept, by `object.field`; `rows` reads the lists themselves, which edges are held to. */
export type Edges = ReadonlyMap<string, number> | 'rows';

/** Where records are found by what they point at: the object, its links, and how those that are lists are read. */
interface Step {
  readonly object: ObjectDefinition;
  readonly links: readonly FieldDefinition[];
  readonly edges: Edges;
  readonly parameters: Parameters;
}

const edgeIds = ({ object, links, edges, parameters }: Step): string =>
  parameters.add(
    links.map(({ apiName }) => (edges === 'rows' ? 0 : (edges.get(`${object.apiName}.${apiName}`) ?? 0))),
    'integer[]',
  );

/** The records whose lists of references name the homes. */
function listSql(step: Step, homes: string): string {
  const { object, links, edges } = step;
  if (edges === 'rows')
    return links
      .map(
        ({ apiName }) =>
          `select x.v as "#home", id as "#child" from ${quote(object.apiName)} ` +
          `cross join lateral unnest(${quote(apiName)}) as x(v) where x.v = any(${homes})`,
      )
      .join(' union ');
  return (
    `select ${links.length > 1 ? 'distinct ' : ''}parent as "#home", child as "#child" from derived_edge ` +
    `where link_id = any(${edgeIds(step)}) and parent = any(${homes})`
  );
}

/** The records that name the homes, by each link: `"#home"` and `"#child"`. */
function pointingSql(step: Step, homes: string): string[] {
  const lists = step.links.filter(isList);
  return [
    ...step.links
      .filter((link) => !isList(link))
      .map(
        ({ apiName }) =>
          `select ${quote(apiName)} as "#home", id as "#child" from ${quote(step.object.apiName)} ` +
          `where ${quote(apiName)} = any(${homes})`,
      ),
    ...(lists.length > 0 ? [listSql({ ...step, links: lists }, homes)] : []),
  ];
}

/** The records that name those in between, which are `"#child"` of `"#between"`. */
function onwardSql(step: Step): string[] {
  const { object, links, edges } = step;
  const table = quote(object.apiName);
  const [lists, single] = [links.filter(isList), links.filter((link) => !isList(link))];
  const singles = single.map(
    ({ apiName }) =>
      `select b."#home", t.id as "#child" from "#between" b join ${table} t on t.${quote(apiName)} = b."#child"`,
  );
  if (lists.length === 0) return singles;
  if (edges !== 'rows')
    return [
      ...singles,
      `select b."#home", e.child as "#child" from "#between" b join derived_edge e on e.parent = b."#child" ` +
        `where e.link_id = any(${edgeIds({ ...step, links: lists })})`,
    ];
  return [
    ...singles,
    ...lists.map(
      ({ apiName }) =>
        `select b."#home", t.id as "#child" from ${table} t cross join lateral unnest(t.${quote(apiName)}) as x(v) ` +
        `join "#between" b on b."#child" = x.v`,
    ),
  ];
}

/** The records that those in between name. */
const namedSql = ({ object, to }: Way): string[] =>
  to.map((link) => {
    const [lateral, id] = isList(link)
      ? [` cross join lateral unnest(w.${quote(link.apiName)}) as x(v)`, 'x.v']
      : ['', `w.${quote(link.apiName)}`];
    return (
      `select b."#home", ${id} as "#child" from "#between" b ` +
      `join ${quote(object.apiName)} w on w.id = b."#child"${lateral}`
    );
  });

/** Which records a group is worked out of for some homes; a record that several ways lead to is there once. */
function pairsSql({ source: object, links, way }: RollupGroup, homes: string, edges: Edges, parameters: Parameters) {
  const step = { object, links, edges, parameters };
  if (!way) return pointingSql(step, homes).join(' union ');
  const between = pointingSql({ ...step, object: way.object, links: way.from }, homes).join(' union ');
  const onward = way.to.length > 0 ? namedSql(way) : onwardSql(step);
  const pairs = onward.join(' union all ');
  return `with "#between" as materialized (${between}) select distinct "#home", "#child" from (${pairs}) o`;
}

/** The records that a group is worked out of, each once for each home: `"#home"`, `id` and the columns that are read. */
export function sourceSql(group: RollupGroup, edges: Edges, today: string, parameters: Parameters) {
  const { source, links, way, filter, distinctBy, order } = group;
  const homes = parameters.add([], 'bigint[]');
  const table = quote(source.apiName);
  const fields = source.fields.map(({ removed: _removed, ...field }) => field);
  const taken = new Set([
    ...group.fields.flatMap(({ config }) => config?.rollup?.of ?? []),
    ...[...order.map(({ field }) => field), ...distinctBy].map(({ apiName }) => apiName),
  ]);
  const read = fields.filter(({ apiName }) => taken.has(apiName));
  const columns = ['id', ...read.flatMap(columnNames).map(quote)].join(', ');
  const test = filter
    ? ` and ${compileCondition(filter, { fields: withSystemFields(source, fields), today, parameters })}`
    : '';
  const [only, another] = links;
  if (!way && read.length === 0 && test === '' && links.every(isList))
    // A mere number follows from the edges.
    return `select "#home", "#child" as id from (${pairsSql(group, homes, edges, parameters)}) l`;
  const records =
    !way && only && !another && !isList(only)
      ? `select ${quote(only.apiName)} as "#home", ${columns} from ${table} where ${quote(only.apiName)} = any(${homes})${test}`
      : `select "#home", ${columns} from (${pairsSql(group, homes, edges, parameters)}) l ` +
        `join ${table} on id = "#child" where true${test}`;
  if (distinctBy.length === 0) return records;
  const equal = ['"#home"', ...distinctBy.flatMap(columnNames).map(quote)].join(', ');
  return `select distinct on (${equal}) * from (${records}) r order by ${equal}, ${orderSql(order, parameters)}`;
}

/** The records that some records name by links: their `id`, with the `cause` of those that name them. */
const leadingTo = (table: string, links: readonly FieldDefinition[], from: string, on: string): string[] =>
  links.map((link) => {
    const [lateral, id] = isList(link)
      ? [` cross join lateral unnest(t.${quote(link.apiName)}) as x(v)`, 'x.v']
      : ['', `t.${quote(link.apiName)}`];
    return `select ${id} as id, h.cause from (${from}) h join ${quote(table)} t on ${on}${lateral}`;
  });

/** The homes behind records of the object that a group turns at, which `turns` gives as `id` and `cause`. */
function homesSql({ way }: LedGroup, turns: string): string {
  const { object, from, to } = way;
  const joins =
    to.length === 0
      ? ['t.id = h.id']
      : to.map((link) => `t.${quote(link.apiName)} ${isList(link) ? '@> array[h.id]' : '= h.id'}`);
  return joins.flatMap((on) => leadingTo(object.apiName, from, turns, on)).join(' union all ');
}

/** The question for the homes behind some records that a group turns at, each with what the first of them was marked for. */
export function ledQuestion(group: LedGroup, turns: readonly { recordId: string; cause: string | null }[]): Statement {
  const marked = 'select * from unnest($1::bigint[], $2::text[]) as m(id, cause)';
  return {
    text: `select id, min(cause) as cause from (${homesSql(group, marked)}) l where id is not null group by id order by id`,
    values: [turns.map(({ recordId }) => recordId), turns.map(({ cause }) => cause)],
  };
}

/**
 * The question for the homes whose answer may be another one on `today` than on the day before it that was done last: those
 * of records that have come under the filter since, or are under it no more.
 */
export function movedQuestion(group: RollupGroup, today: string, before: string): Statement {
  const parameters = new Parameters();
  const { source, filter, links, way } = group;
  const fields = source.fields.map(({ removed: _removed, ...field }) => field);
  const meets = (day: string) =>
    filter
      ? `(${compileCondition(filter, { fields: withSystemFields(source, fields), today: day, parameters })}) is true`
      : 'true';
  const moved = `select id, null as cause from ${quote(source.apiName)} where (${meets(today)}) <> (${meets(before)})`;
  const named = leadingTo(source.apiName, links, moved, 't.id = h.id').join(' union all ');
  const homes = way ? homesSql({ ...group, way }, links.length > 0 ? named : moved) : named;
  return { text: `select distinct id from (${homes}) l where id is not null`, values: parameters.values };
}

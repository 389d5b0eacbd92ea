import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { needsVersion } from '#generators/actions.ts';
import { quote } from '#generators/storage.ts';
import { compileCondition, isSeen, type SeenRows } from '#server/core/conditions/conditions.ts';
import { compileKeyword, compileKeywordByRow, foundByKeyword } from '#server/core/conditions/keyword.ts';
import { type Branch, branchesCondition, branchesOrder, keyText } from '#server/core/conditions/keyset.ts';
import { isOwn } from '#server/core/conditions/own-queries.ts';

import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import { isLink, jsonMembers } from '#server/core/records/record-json.ts';
import type { PagePlan, SelectionPlan } from './list-plan.ts';
import { orderBounds, withoutBands } from './order-bounds.ts';
import { partTest } from './partly-seen.ts';
import type { ObjectSource, ReadableObject, ReadScope } from './readable-object.ts';
import { linkJson, seesLinks } from './reference-queries.ts';

/** Columns that precede those of the fields in one record read whole. */
export const RECORD_HEAD = ['id', 'version', 'createdAt', 'updatedAt', 'createdBy'] as const;

/** What figures are of, and what may hold something where that holds nothing; SQL. */
export interface FigureColumns {
  readonly figure: string;
  readonly others: readonly string[];
}

const compile = (
  { object, readable, own, today, others, linkedRows, reader, noted }: SelectionPlan,
  condition: Condition,
  parameters: Parameters,
): string => {
  const notes = noted && { objectApiName: object.definition.apiName, test: noted };
  return compileCondition(condition, {
    fields: [...readable, ...own],
    today,
    parameters,
    others,
    linkedRows,
    reader,
    notes,
  });
};

/** Conditions that decide which rows a selection has, but for its keyword; empty for all of them. */
function selectionTestsWithoutKeyword(plan: SelectionPlan, parameters: Parameters): string[] {
  const { condition, owner, ids, except, seenRows } = plan;
  return [
    ...(seenRows ? [isSeen(plan.object, seenRows, plan.today, parameters)] : []),
    ...(condition ? [compile(plan, condition, parameters)] : []),
    ...(owner === undefined ? [] : [isOwn(plan.object, owner, parameters)]),
    ...(ids === undefined ? [] : [`id = any(${parameters.add(ids, 'bigint[]')})`]),
    ...(except === undefined ? [] : [`id <> all(${parameters.add(except, 'bigint[]')})`]),
  ];
}

/** Conditions that decide which rows a selection has; empty for all of them. */
export function selectionTests(plan: SelectionPlan, parameters: Parameters): string[] {
  const keyword = plan.keyword === '' ? [] : [compileKeyword(plan, parameters)];
  return [...selectionTestsWithoutKeyword(plan, parameters), ...keyword];
}

/** The tests of a statement. */
export const where = (tests: readonly string[]): string => (tests.length > 0 ? `where ${tests.join(' and ')}` : '');

/**
 * How rows are found, since the planner has no statistics on how many a filter or a keyword leaves. `table`: as the
 * planner likes. `found`: all that hold the keyword are taken from the search index, where it can be. `whole`: the
 * same, and all that match are found before they are sorted. `head` reads so many rows of the order and looks which of
 * them match.
 */
export type Way = 'table' | 'found' | 'whole' | { readonly head: number };

interface BranchText {
  readonly test: (parameters: Parameters) => string;
  readonly order: (parameters: Parameters) => string;
  /** What the index of the order may be entered by. */
  readonly bounds: Condition | undefined;
}

const branchText = (plan: PagePlan, branches: readonly Branch[]): BranchText => ({
  test: (parameters) => branchesCondition(plan.keys, branches, plan.position, parameters),
  order: (parameters) => branchesOrder(plan.keys, branches, parameters),
  // Where the order has nothing, amounts of which only a band is known may match all the same.
  bounds: branches.includes('nothing') ? undefined : orderBounds(plan),
});

/** `from` and `where` of a selection, as the planner likes or by the search index. */
export const selectionRows = (plan: SelectionPlan, parameters: Parameters): string =>
  rowsOf(plan, 'found', undefined, parameters);

/** `from` and `where` of a selection, or of branches of it, in one of the ways. */
function rowsOf(plan: SelectionPlan, way: Way, branch: BranchText | undefined, parameters: Parameters): string {
  const table = quote(plan.object.table);
  const branchTests = () => (branch ? [branch.test(parameters)] : []);
  const isHead = typeof way === 'object';
  if (isHead && branch) {
    const known = { ...plan, readable: withoutBands(plan.readable) };
    const bounds = branch.bounds ? [compile(known, branch.bounds, parameters)] : [];
    const head = `select * from ${table} ${where([...branchTests(), ...bounds])} order by ${branch.order(parameters)} limit ${way.head}`;
    const keyword = plan.keyword === '' ? [] : [compileKeywordByRow(plan, plan.object.table, parameters)];
    return `from (${head}) ${table} ${where([...selectionTestsWithoutKeyword(plan, parameters), ...keyword])}`;
  }
  const isFound = way === 'found' || way === 'whole';
  const found = isFound && plan.keyword !== '' ? foundByKeyword(plan, parameters) : undefined;
  const keyword = plan.keyword === '' || found !== undefined ? [] : [compileKeyword(plan, parameters)];
  const tests = where([...branchTests(), ...selectionTestsWithoutKeyword(plan, parameters), ...keyword]);
  const source = found === undefined ? table : `(${found}) found join ${table} on ${table}.id = found_id`;
  if (found === undefined && way !== 'whole') return `from ${table} ${tests}`;
  // `offset 0` is a fence: without it the planner may walk the order's index after all.
  return `from (select ${table}.* from ${source} ${tests} offset 0) ${table}`;
}

/**
 * Up to `limit` rows of some branches of a page, in their order: the id, the values and then the links as the inside of a
 * JSON object, then the text of each sort key for the cursor. The limit is part of the text, as the planner must know how few rows are
 * wanted to walk an index instead of sorting.
 */
export function branchRows(
  plan: PagePlan,
  branches: readonly Branch[],
  objects: ObjectSource,
  limit: number,
  skip: number,
  way: Way,
): Statement {
  const parameters = new Parameters();
  // Without names of their own the texts would be called like the columns, and `order by` would mean them.
  const keys = plan.keys.map((key, index) => `${keyText(key)}::text as key_${index}`);
  const head = needsVersion(plan.object.definition.actions) ? ['version'] : [];
  const test = partTest(plan.object, plan.partly, plan.today, parameters);
  const links = jsonMembers(plan.shown.filter(isLink), [], linkJson(plan.object, objects, plan, parameters), test);
  const wanted = [
    'id',
    `${jsonMembers(plan.shown, head, undefined, test)} as members`,
    `${links} as links`,
    ...keys,
  ].join(', ');
  const [table, order] = [quote(plan.object.table), branchesOrder(plan.keys, branches, parameters)];
  const rows = `${rowsOf(plan, way, branchText(plan, branches), parameters)} order by ${order} limit ${limit}`;
  if (skip === 0) return { text: `select ${wanted} ${rows}`, values: parameters.values };
  // Rows to be skipped are no more than ids, which an index gives by itself: a million of them take 0.15 s instead of 2 s.
  const ids = `select id ${rows} offset ${parameters.add(skip, 'bigint')}`;
  const text = `select ${wanted} from ${table} where id = any(array(${ids})) order by ${order}`;
  return { text, values: parameters.values };
}

/** The ids of a branch in order, each followed by the texts of its sort keys; all from the position on without a limit. */
export function branchIds(plan: PagePlan, branch: Branch, limit?: number): Statement {
  const parameters = new Parameters();
  const keys = plan.keys.map((key, index) => `${keyText(key)}::text as key_${index}`);
  const rows = rowsOf(plan, 'found', branchText(plan, [branch]), parameters);
  const end = limit === undefined ? '' : ` limit ${limit}`;
  const text = `select ${['id', ...keys].join(', ')} ${rows} order by ${branchesOrder(plan.keys, [branch], parameters)}${end}`;
  return { text, values: parameters.values };
}

/** One row with the figures of some columns: for each count, sum, least, greatest, and how many have a value without it. */
export function selectionFigures(plan: SelectionPlan, columns: readonly FigureColumns[]): Statement {
  const parameters = new Parameters();
  const tests = selectionTests(plan, parameters);
  const figures = columns.map(({ figure, others }) => {
    const without = others.map((other) => `${other} is not null`).join(' or ');
    const unknown = others.length > 0 ? `count(*) filter (where ${figure} is null and (${without}))` : '0';
    return `count(${figure}), sum(${figure})::text, min(${figure})::text, max(${figure})::text, ${unknown}`;
  });
  const text = `select ${figures.join(', ')} from ${quote(plan.object.table)} ${where(tests)}`;
  return { text, values: parameters.values };
}

/** The texts of the sort keys of one record. */
export function keysById({ object, keys }: PagePlan, id: string): Statement {
  const wanted = keys.map((key) => `${keyText(key)}::text`).join(', ');
  return { text: `select ${wanted} from ${quote(object.table)} where id = $1::bigint`, values: [id] };
}

/** How many rows some branches have, counting no further than `limit`. */
export function branchSize(plan: PagePlan, branches: readonly Branch[], limit: number): Statement {
  const parameters = new Parameters();
  const text = branchText({ ...plan, position: undefined }, branches);
  const rows = `select ${rowsOf(plan, 'found', text, parameters)} limit ${parameters.add(limit, 'bigint')}`;
  return { text: `select count(*) from (${rows}) counted`, values: parameters.values };
}

/** Those of some options of the first key that any record has, in no order. */
export function optionsInUse({ object, keys: [first] }: PagePlan, options: readonly string[]): Statement {
  const held = `select from ${quote(object.table)} where ${quote(first?.column ?? '')} = option`;
  return { text: `select option from unnest($1::text[]) option where exists (${held})`, values: [options] };
}

/** How many records have an option of the first key, whatever else is asked of them, counting no further than `limit`. */
export function optionSize({ object, keys: [first] }: PagePlan, option: string, limit: number): Statement {
  const rows = `select from ${quote(object.table)} where ${quote(first?.column ?? '')} = $1::text limit $2::bigint`;
  return { text: `select count(*) from (${rows}) counted`, values: [option, limit] };
}

/** The id of every record of a selection, or of no more than `limit` of them. */
export function selectionIds(plan: SelectionPlan, limit?: number): Statement {
  const parameters = new Parameters();
  const bound = limit === undefined ? '' : ` limit ${limit}`;
  const text = `select ${quote(plan.object.table)}.id::text ${rowsOf(plan, 'found', undefined, parameters)}${bound}`;
  return { text, values: parameters.values };
}

/** Id and version of every record of a selection, no more than `limit` of them. */
export function selectionVersions(plan: SelectionPlan, limit: number): Statement {
  const parameters = new Parameters();
  const table = quote(plan.object.table);
  const text = `select ${table}.id, ${table}.version ${rowsOf(plan, 'found', undefined, parameters)} limit ${limit}`;
  return { text, values: parameters.values };
}

/** What is read of a record beside its values, in this order, as lists of texts. */
export interface Beside {
  /** Marks that wait: what the record is worked out of has changed. */
  readonly marks: boolean;
  /** Companies that an account speaks for. */
  readonly companies: boolean;
}

/** Records that one statement reads at most. */
export const RECORD_PLACES = 4;

/**
 * The records of RECORD_PLACES ids, some of them null, with an account after each where companies are read: a row has its
 * place (from 0), RECORD_HEAD, the values as the inside of a JSON object, the sealed columns, and what is beside it. They
 * are places and no list, for whose every length PostgreSQL would make another plan. First of what is beside it comes
 * whether the row shows all of each of `parts`, where there are any. `parameters` has them already. What is
 * asked is named with a space, as no column of a record is.
 */
export function recordText(
  object: ReadableObject,
  fields: readonly FieldDefinition[],
  sealed: readonly string[],
  objects: ObjectSource,
  { marks, companies }: Beside,
  scope: Pick<ReadScope, 'rowsOf' | 'today'> & { readonly partly: ReadonlyMap<string, SeenRows> },
  parts: readonly FieldDefinition[],
  parameters: Parameters,
): string {
  const [table, id, account, place] = [quote(object.table), '" id"', '" account"', '" place"'];
  const test = partTest(object, scope.partly, scope.today, parameters);
  const members = `${jsonMembers(fields, [], linkJson(object, objects, scope, parameters), test)} as members`;
  const whole = seesLinks(object, objects, scope, parameters);
  const tests = parts.map((field) => [test(field), whole(field)].filter((one) => one !== undefined).join(' and '));
  const marked = `select group_key from derived_mark where object_api_name = '${object.definition.apiName}' and record_id = ${id}`;
  const spokenFor = `select company_id::text from company_member where account_id = ${account}`;
  const beside = [
    ...(tests.length > 0 ? [`array[${tests.map((one) => `(${one}) is true`).join(', ')}]`] : []),
    ...(marks ? [`array(${marked})`] : []),
    ...(companies ? [`array(${spokenFor})`] : []),
  ];
  const wanted = [place, ...RECORD_HEAD.map(quote), members, ...sealed.map(quote), ...beside].join(', ');
  const rows = Array.from({ length: RECORD_PLACES }, (_, at) =>
    companies ? `(${at}, $${2 * at + 1}::bigint, $${2 * at + 2}::bigint)` : `(${at}, $${at + 1}::bigint)`,
  );
  const asked = `(values ${rows.join(', ')}) as asked(${[place, id, ...(companies ? [account] : [])].join(', ')})`;
  const seen = scope.rowsOf(object);
  const seenTest = seen ? ` where ${isSeen(object, seen, scope.today, parameters)}` : '';
  return `select ${wanted} from ${asked} join ${table} on ${table}.id = ${id}${seenTest}`;
}

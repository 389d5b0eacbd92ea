import { quote } from '#generators/storage.ts';
import { compileCondition, holdsText } from '#server/db/conditions.ts';
import { compileKeyword } from '#server/db/conditions-keyword.ts';
import { type Branch, branchCondition, branchOrder } from '#server/db/conditions-keyset.ts';
import { Parameters } from '#server/db/conditions-parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import { jsonMembers } from '#server/db/record-json.ts';
import type { PagePlan, SelectionPlan } from './list-plan.ts';
import type { ReadableObject } from './readable-object.ts';

/** Columns that stand before those of the fields in one record read whole. */
export const RECORD_HEAD = ['id', 'version', 'created_at', 'updated_at', 'created_by'] as const;

/** Conditions that decide which rows a selection has; empty for all of them. */
function selectionTests(
  { condition, keyword, owner, readable, today }: SelectionPlan,
  parameters: Parameters,
): string[] {
  return [
    ...(condition ? [compileCondition(condition, { fields: readable, today, parameters })] : []),
    ...(keyword === '' ? [] : [compileKeyword(readable, keyword, parameters)]),
    ...(owner === undefined ? [] : [`created_by = ${parameters.add(owner, 'text')}`]),
  ];
}

const where = (tests: readonly string[]): string => (tests.length > 0 ? `where ${tests.join(' and ')}` : '');

/**
 * Up to `limit` rows of one branch of a page: the id, the values as the inside of a JSON object, the columns of the links,
 * then the text of each sort key for the cursor. The limit is part of the text, as the planner must know how few rows are
 * wanted to walk an index instead of sorting.
 */
export function branchRows(
  plan: PagePlan,
  branch: Branch,
  links: readonly string[],
  limit: number,
  skip: number,
): Statement {
  const parameters = new Parameters();
  // Without names of their own the texts would be called like the columns, and `order by` would mean them.
  const keys = plan.keys.map(({ column }, index) => `${quote(column)}::text as key_${index}`);
  const wanted = ['id', `${jsonMembers(plan.shown)} as members`, ...links.map(quote), ...keys].join(', ');
  const tests = [branchCondition(plan.keys, branch, plan.position, parameters), ...selectionTests(plan, parameters)];
  const offset = skip > 0 ? ` offset ${parameters.add(skip, 'bigint')}` : '';
  const text = `select ${wanted} from ${quote(plan.object.table)} ${where(tests)} order by ${branchOrder(plan.keys)} limit ${limit}${offset}`;
  return { text, values: parameters.values };
}

/** The texts of the sort keys of one record. */
export function keysById({ object, keys }: PagePlan, id: string): Statement {
  const wanted = keys.map(({ column }) => `${quote(column)}::text`).join(', ');
  return { text: `select ${wanted} from ${quote(object.table)} where id = $1::bigint`, values: [id] };
}

/** How many rows a branch has, counting no further than `limit`. */
export function branchSize(plan: PagePlan, branch: Branch, limit: number): Statement {
  const parameters = new Parameters();
  const tests = [branchCondition(plan.keys, branch, undefined, parameters), ...selectionTests(plan, parameters)];
  const rows = `select from ${quote(plan.object.table)} ${where(tests)} limit ${parameters.add(limit, 'bigint')}`;
  return { text: `select count(*) from (${rows}) counted`, values: parameters.values };
}

/** How many records a selection has, counting no further than `limit` when there is one. */
export function selectionSize(plan: SelectionPlan, limit: number | undefined): Statement {
  const parameters = new Parameters();
  const tests = selectionTests(plan, parameters);
  const end = limit === undefined ? '' : ` limit ${limit}`;
  const rows = `select from ${quote(plan.object.table)} ${where(tests)}${end}`;
  return { text: `select count(*) from (${rows}) counted`, values: parameters.values };
}

/** The planner's estimate of a selection: one row with the plan as JSON. */
export function selectionEstimate(plan: SelectionPlan): Statement {
  const parameters = new Parameters();
  const tests = selectionTests(plan, parameters);
  const text = `explain (format json) select from ${quote(plan.object.table)} ${where(tests)}`;
  return { text, values: parameters.values };
}

/** One record: RECORD_HEAD, then the columns. */
export function recordById({ table }: ReadableObject, columns: readonly string[], id: string): Statement {
  const wanted = [...RECORD_HEAD, ...columns.map(quote)].join(', ');
  return { text: `select ${wanted} from ${quote(table)} where id = $1::bigint`, values: [id] };
}

/** Ids and names of records. */
export function namesByIds({ table, definition }: ReadableObject, ids: readonly string[]): Statement {
  const name = quote(definition.nameField);
  return { text: `select id, ${name} from ${quote(table)} where id = any($1::bigint[])`, values: [ids] };
}

/** Ids and names of records whose name holds a text: one that is the text itself first, then the newest. */
export function namesHolding({ table, definition }: ReadableObject, text: string, limit: number): Statement {
  const parameters = new Parameters();
  const column = quote(definition.nameField);
  const select = (rank: number, test: string) =>
    `(select id, ${column} as name, ${rank} as rank from ${quote(table)} where ${test} order by id desc limit ${limit})`;
  if (text === '') return { text: select(0, `${column} is not null`), values: [] };
  const itself = `${column} = ${parameters.add(text, 'text')}`;
  const others = `${holdsText(column, 'anywhere', text, parameters)} and ${column} <> ${parameters.add(text, 'text')}`;
  const both = `${select(0, itself)} union all ${select(1, others)}`;
  return {
    text: `select id, name from (${both}) found order by rank, id desc limit ${limit}`,
    values: parameters.values,
  };
}

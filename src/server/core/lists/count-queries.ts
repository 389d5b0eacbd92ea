import { quote } from '#generators/storage.ts';
import { foundByKeyword } from '#server/core/conditions/keyword.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { SelectionPlan } from './list-plan.ts';
import { selectionRows, selectionTests, where } from './queries.ts';

/** How many records a selection has, counting no further than `limit` when there is one. */
export function selectionSize(plan: SelectionPlan, limit: number | undefined): Statement {
  const parameters = new Parameters();
  const end = limit === undefined ? '' : ` limit ${limit}`;
  const { condition, owner, ids, except, keyword, seenRows } = plan;
  const isKeywordOnly = keyword !== '' && condition === undefined && !owner && !ids && !except && !seenRows;
  // Every entry of the search index is a record: the table itself need not be looked into.
  const found = isKeywordOnly ? foundByKeyword(plan, parameters) : undefined;
  const rows = found ?? `select ${selectionRows(plan, parameters)}`;
  return { text: `select count(*) from (${rows}${end}) counted`, values: parameters.values };
}

/**
 * How many of the first `head` records of a table a selection has, counting no further than `limit`, and whether there
 * are no others where that is fewer. It costs no more than looking at so many records, whatever matches.
 */
export function headSize(plan: SelectionPlan, head: number, limit: number): Statement {
  const parameters = new Parameters();
  const table = quote(plan.object.table);
  const matching = `select from (select * from ${table} limit ${head}) ${table} ${where(selectionTests(plan, parameters))}`;
  const counted = `select count(*) as size from (${matching} limit ${limit}) matching`;
  const isAll = `size < ${limit} and not exists (select from ${table} offset ${head})`;
  return { text: `select size, ${isAll} from (${counted}) counted`, values: parameters.values };
}

/** The planner's estimate of a selection: one row with the plan as JSON. */
export function selectionEstimate(plan: SelectionPlan): Statement {
  const parameters = new Parameters();
  const tests = selectionTests(plan, parameters);
  const text = `explain (format json) select from ${quote(plan.object.table)} ${where(tests)}`;
  return { text, values: parameters.values };
}

/** How many records match among those in some pages of the table, so many of a hundred, drawn by chance. */
export function selectionSample(plan: SelectionPlan, percent: number): Statement {
  const parameters = new Parameters();
  return { text: `select count(*) ${sampledRows(plan, percent, parameters)}`, values: parameters.values };
}

/** `from` and `where` of the records of a selection that are in some pages of the table, so many of a hundred, drawn by chance. */
export const sampledRows = (plan: SelectionPlan, percent: number, parameters: Parameters): string =>
  `from ${quote(plan.object.table)} tablesample system (${percent}) ${where(selectionTests(plan, parameters))}`;

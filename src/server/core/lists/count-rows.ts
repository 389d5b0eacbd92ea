import { COUNT_LIMIT } from '#schemas/api/records.ts';
import { isSystem } from '#generators/object.ts';
import type { ReadQueries, Row } from '#server/db/read-queries.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { SelectionPlan } from './list-plan.ts';
import { headSize, selectionEstimate, selectionSample, selectionSize } from './count-queries.ts';

/** How many records match; where that is not exact there are at least so many, or, when it is an estimate, about so many. */
export interface RecordCount {
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly totalIsEstimate?: boolean;
}

const EXACT_MS = 1000;
/** A list counts its matches while it is being read, not later; rare matches would have the whole table read for it. */
const CAPPED_MS = 35;

/** The part of a table's pages that is looked through for an estimate, and how long it may take. */
const SAMPLE = 0.02;
const SAMPLE_MS = 20;
/** From this many matches in the sample on, it estimates the total better than statistics do. */
const ENOUGH = 10;
/** So few in the sample may be so many more: 19 of 20 times. */
const CHANCE = 3;

const planRows = (rows: readonly Row[]): number =>
  (rows[0]?.[0] as { Plan: { 'Plan Rows': number } }[] | undefined)?.[0]?.Plan['Plan Rows'] ?? 0;

/** About how many match; never fewer than were seen to. */
async function estimate(queries: ReadQueries, plan: SelectionPlan): Promise<number> {
  const [rows, sample] = await Promise.all([
    queries.run(selectionEstimate(plan)),
    // Only tables can be sampled, and the records of a system object come from a view.
    isSystem(plan.object.definition) ? undefined : queries.runWithin(selectionSample(plan, SAMPLE * 100), SAMPLE_MS),
  ]);
  const planned = planRows(rows);
  if (!sample) return planned;
  const seen = Number(sample[0]?.[0]);
  if (seen >= ENOUGH) return Math.round(seen / SAMPLE);
  return Math.max(seen, Math.min(planned, Math.round((seen + CHANCE) / SAMPLE)));
}

/**
 * How many records match, up to COUNT_LIMIT; with `exact` as many as there are. On PostgreSQL, which can stop a statement,
 * an estimate where counting takes longer than it may: a second when exact.
 */
export async function countRows(
  queries: ReadQueries,
  canStop: boolean,
  plan: SelectionPlan,
  exact: boolean,
): Promise<RecordCount> {
  const statement = selectionSize(plan, exact ? undefined : COUNT_LIMIT + 1);
  const rows = canStop
    ? await queries.runWithin(statement, exact ? EXACT_MS : CAPPED_MS)
    : await queries.run(statement);
  if (!rows) return { total: await estimate(queries, plan), totalIsExact: false, totalIsEstimate: true };
  const total = Number(rows[0]?.[0]);
  return exact || total <= COUNT_LIMIT ? { total, totalIsExact: true } : { total: COUNT_LIMIT, totalIsExact: false };
}

/** Records that are looked at where the rows of a list wait for their count. */
const HEAD = 10_000;

/** Is a condition judged by the values of the record alone, with nothing to be looked up elsewhere? */
function isOfValues(condition: Condition): boolean {
  if ('and' in condition) return condition.and.every(isOfValues);
  if ('or' in condition) return condition.or.every(isOfValues);
  return 'not' in condition ? isOfValues(condition.not) : 'field' in condition;
}

/**
 * The same as `countRows` says up to COUNT_LIMIT, where a look at a few thousand records is enough to know: they have more
 * matches than are counted, or are all that there are. Undefined otherwise.
 */
export async function countAtOnce(queries: ReadQueries, plan: SelectionPlan): Promise<RecordCount | undefined> {
  const { object, keyword, owner, condition, seenRows } = plan;
  const isOfOwn = owner !== undefined || seenRows?.own !== undefined;
  const isLookedUp = keyword !== '' || isOfOwn || (condition !== undefined && !isOfValues(condition));
  if (isLookedUp || isSystem(object.definition)) return undefined;
  const [row] = await queries.run(headSize(plan, HEAD, COUNT_LIMIT + 1));
  const total = Number(row?.[0]);
  if (total > COUNT_LIMIT) return { total: COUNT_LIMIT, totalIsExact: false };
  return row?.[1] === true ? { total, totalIsExact: true } : undefined;
}

/** A table is counted so far; beyond, statistics say how large it is. */
const SIZE_LIMIT = 50_000;

/** How many records an object has, without reading a large table: an estimate above SIZE_LIMIT. */
export async function tableSize(queries: ReadQueries, canStop: boolean, plan: SelectionPlan): Promise<RecordCount> {
  const statement = selectionSize(plan, SIZE_LIMIT + 1);
  const rows = canStop ? await queries.runWithin(statement, CAPPED_MS) : await queries.run(statement);
  const total = Number(rows?.[0]?.[0] ?? SIZE_LIMIT + 1);
  if (total <= SIZE_LIMIT) return { total, totalIsExact: true };
  const planned = planRows(await queries.run(selectionEstimate(plan)));
  return { total: Math.max(planned, SIZE_LIMIT), totalIsExact: false, totalIsEstimate: true };
}

import type { Branch } from '#server/core/conditions/keyset.ts';
import type { ReadQueries, TextRow } from '#server/db/read-queries.ts';
import { readWord } from '#server/core/search/search-word.ts';
import type { PagePlan } from './list-plan.ts';
import { branchRows, optionSize, optionsInUse, type Way } from './queries.ts';
import type { ObjectSource } from './readable-object.ts';
import { rarityOf } from './word-rarity.ts';

/** Rows at the head of the order that are read first: enough for twenty matches if one row in 200 matches. */
const HEAD = 4000;
/**
 * Rows that are looked through at most; along an index it takes as long as reading some hundred thousand in one go. For a
 * keyword each row is looked up in another table.
 */
const LONGEST_HEAD = { filter: 50_000, keyword: 12_000 } as const;
/** A head that is to skip rows is so many times as long as what it skips. */
const SKIP_FACTOR = 10;
/** A longer head is so much longer than the share of matches in the first one says, which is a guess. */
const MARGIN = 1.5;

/** Has the order an index to be read from? Sorting a whole table for its head would be no way around reading it whole. */
const hasIndex = ({ keys: [first] }: PagePlan): boolean => !first || first.column === 'id' || first.indexed === true;

/** How many rows are looked through at first; none where all that match are quickly had. */
function firstHead(plan: PagePlan, skip: number): number {
  const isRare = plan.keyword !== '' && rarityOf(plan.object, 'anywhere', readWord(plan.keyword)) === 'rare';
  return isRare || !hasIndex(plan) ? 0 : Math.min(HEAD + SKIP_FACTOR * skip, longest(plan));
}

const longest = ({ keyword }: PagePlan): number => LONGEST_HEAD[keyword === '' ? 'filter' : 'keyword'];

/** Whether the order contains an unknown number of rows that do not match. */
function isSparse(plan: PagePlan, skip: number): boolean {
  const { condition, keyword, owner, ids, object, seenRows } = plan;
  if (keyword !== '') return object.searchFilled === true;
  const isFiltered = ids === undefined && (condition !== undefined || owner !== undefined || seenRows !== undefined);
  // A user who asks for a page so far down has seen that many match.
  return isFiltered && HEAD + SKIP_FACTOR * skip <= longest(plan);
}

/** How long a head is likely to be long enough, where one of `head` rows had so many of those wanted; 0 when unknown. */
function longerHead(head: number, found: number, wanted: number, most: number): number {
  const length = found === 0 ? Infinity : Math.ceil((head * wanted * MARGIN) / found);
  return length > head && length <= most ? length : 0;
}

/** Has the branch of an option no more rows than were looked through? */
async function isWithin(
  queries: ReadQueries,
  plan: PagePlan,
  branch: Branch | undefined,
  head: number,
): Promise<boolean> {
  if (typeof branch !== 'object') return false;
  const [size] = await queries.run(optionSize(plan, branch.option, head + 1));
  return Number(size?.[0]) <= head;
}

/** Branches without those of options that no record has: a tree has thousands, and each would be a question. */
export async function branchesInUse(
  queries: ReadQueries,
  plan: PagePlan,
  branches: readonly Branch[],
): Promise<readonly Branch[]> {
  const options = branches.flatMap((branch) => (typeof branch === 'object' ? [branch.option] : []));
  if (options.length < 2) return branches;
  const used = new Set((await queries.run(optionsInUse(plan, options))).map(([option]) => option));
  return branches.filter((branch) => typeof branch !== 'object' || used.has(branch.option));
}

/** Rows of a page and the branches that they were all looked for in. */
interface BranchRows {
  readonly rows: readonly TextRow[];
  readonly branches: readonly Branch[];
}

/**
 * Up to `limit` rows of the first of the branches left, or of all of them. What many rows match is found at the head of
 * the order. What is not found there often enough is so rare that all of it is quickly sorted: it is taken from the search
 * index, or the table is read in one go, for all branches at once. The planner alone would walk the order row by row for
 * seconds when it takes what is rare for common.
 */
export async function readBranches(
  queries: ReadQueries,
  plan: PagePlan,
  branches: readonly Branch[],
  objects: ObjectSource,
  limit: number,
  skip: number,
): Promise<BranchRows> {
  const first = branches.slice(0, 1);
  const read = (way: Way, of: readonly Branch[]) => branchRows(plan, of, objects, limit, skip, way);
  if (!isSparse(plan, skip)) return { rows: await queries.runTexts(read('table', first)), branches: first };
  for (let head = firstHead(plan, skip); head > 0;) {
    const rows = await queries.runTexts(read({ head }, first));
    if (rows.length === limit || (await isWithin(queries, plan, first[0], head))) return { rows, branches: first };
    head = longerHead(head, rows.length && skip + rows.length, skip + limit, longest(plan));
  }
  return { rows: await queries.runTextsPatiently(read('whole', branches)), branches };
}

import { Failure } from '#shared/errors.ts';
import { branchesFrom } from '#server/core/conditions/keyset.ts';
import type { ReadQueries, TextRow } from '#server/db/read-queries.ts';
import { isLive, liveValues } from '#server/core/formulas/live-formulas.ts';
import type { Cursors } from './cursor.ts';
import type { PagePlan } from './list-plan.ts';
import { branchesInUse, readBranches } from './branches.ts';
import { branchSize, keysById } from './queries.ts';
import type { ObjectSource } from './readable-object.ts';

/** A page of records, each as JSON text. `total` counts the rows known to exist, `after` is null behind the last row. */
export interface PageText {
  readonly records: readonly string[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly after: string | null;
}

interface Found {
  readonly rows: TextRow[];
  /** Rows before the first one found, which are fewer than asked for when the list ends early. */
  readonly before: number;
}

/**
 * Reads branch after branch, the second one only when the first has too little: it costs nothing as long as pages are
 * full. Rows to skip by page number are skipped in the first branch; one that ends before says how many it had.
 */
async function findRows(queries: ReadQueries, plan: PagePlan, objects: ObjectSource): Promise<Found> {
  const limit = plan.pageSize + 1;
  const rows: TextRow[] = [];
  let skip = plan.offset;
  let left = branchesFrom(plan.keys, plan.position);
  for (let isFirst = true; left.length > 0; isFirst = false) {
    const part = await readBranches(queries, plan, left, objects, limit - rows.length, skip);
    rows.push(...part.rows);
    if (skip > 0) {
      const [size] = part.rows.length > 0 ? [] : await queries.run(branchSize(plan, part.branches, skip));
      skip -= size ? Number(size[0]) : skip;
    }
    if (rows.length === limit || part.branches.length > 1) break;
    left = isFirst ? await branchesInUse(queries, plan, left.slice(1)) : left.slice(1);
  }
  return { rows, before: plan.seen - skip };
}

/** A plan whose cursor left the values of the last record behind gets them from the record. */
async function withPosition(queries: ReadQueries, plan: PagePlan): Promise<PagePlan> {
  const { keys, position } = plan;
  if (!position || position.values.length === keys.length) return plan;
  const [values] = await queries.runTexts(keysById(plan, position.id));
  if (values) return { ...plan, position: { ...position, values } };
  const message = '上一页的最后一条记录已不存在，请从第一页重新查询';
  throw new Failure('INVALID_QUERY', message, [{ field: 'after', message }]);
}

function cursorAfter(cursors: Cursors, plan: PagePlan, row: TextRow, seen: number): string {
  const values = row.slice(row.length - plan.keys.length);
  return cursors.write(plan.identity, { position: { id: row[0] ?? '', values }, seen });
}

/** Reads a page. One row more than wanted is read, which says whether there is another page. */
export async function readPage(
  queries: ReadQueries,
  objects: ObjectSource,
  cursors: Cursors,
  wanted: PagePlan,
): Promise<PageText> {
  const { object, today } = wanted;
  const live = wanted.shown.filter((field) => isLive(object, field));
  const kept = live.length > 0 ? { ...wanted, shown: wanted.shown.filter((field) => !live.includes(field)) } : wanted;
  const plan = await withPosition(queries, kept);
  const { rows, before } = await findRows(queries, plan, objects);
  const more = rows.length > plan.pageSize;
  const shown = more ? rows.slice(0, plan.pageSize) : rows;
  const last = shown.at(-1);
  const ids = shown.map(([id]) => id ?? '');
  const answers = await liveValues(queries, object, live, ids, today);
  return {
    records: shown.map(([id, members, links]) => {
      const answer = answers.get(id ?? '');
      const worked = answer ? JSON.stringify(answer).slice(1, -1) : '';
      return `{"id":"${id}"${[members, worked, links].map((part) => (part ? `,${part}` : '')).join('')}}`;
    }),
    total: before + rows.length,
    totalIsExact: !more,
    after: more && last ? cursorAfter(cursors, plan, last, plan.seen + shown.length) : null,
  };
}

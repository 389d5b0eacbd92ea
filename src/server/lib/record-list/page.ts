import type { RecordRow } from '#schemas/api/records.ts';
import { type Branch, branchesFrom } from '#server/db/conditions-keyset.ts';
import type { ReadQueries, Row } from '#server/db/read-queries.ts';
import { writeCursor } from './cursor.ts';
import type { PagePlan } from './list-plan.ts';
import { branchRows, branchSize } from './queries.ts';
import { type RecordColumns, recordColumns } from './record-columns.ts';

/** A page of records. `total` counts the rows known to exist, `after` is null behind the last row. */
export interface Page {
  readonly list: RecordRow[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly after: string | null;
}

interface Found {
  readonly rows: Row[];
  /** Rows before the first one found, which are fewer than asked for when the list ends early. */
  readonly before: number;
}

/**
 * Reads branch after branch, the second one only when the first has too little: it costs nothing as long as pages are
 * full. Rows to skip by page number are skipped in the first branch; one that ends before says how many it had.
 */
async function findRows(queries: ReadQueries, plan: PagePlan, columns: RecordColumns): Promise<Found> {
  const limit = plan.pageSize + 1;
  const rows: Row[] = [];
  let skip = plan.offset;
  const read = async (branch: Branch): Promise<void> => {
    const part = await queries.run(branchRows(plan, branch, columns.names, limit - rows.length, skip));
    rows.push(...part);
    if (skip === 0) return;
    const [size] = part.length > 0 ? [] : await queries.run(branchSize(plan, branch, skip));
    skip -= size ? Number(size[0]) : skip;
  };
  for (const branch of branchesFrom(plan.keys, plan.position)) {
    await read(branch);
    if (rows.length === limit) break;
  }
  return { rows, before: plan.seen - skip };
}

function cursorAfter(plan: PagePlan, row: Row, seen: number): string {
  const values = row.slice(row.length - plan.keys.length) as (string | null)[];
  return writeCursor(plan.identity, { position: { id: String(row[0]), values }, seen });
}

/** Reads a page. One row more than wanted is read, which says whether there is another page. */
export async function readPage(queries: ReadQueries, plan: PagePlan): Promise<Page> {
  const columns = recordColumns(plan.shown);
  const { rows, before } = await findRows(queries, plan, columns);
  const more = rows.length > plan.pageSize;
  const shown = more ? rows.slice(0, plan.pageSize) : rows;
  const last = shown.at(-1);
  return {
    list: shown.map((row) => {
      const record = { id: String(row[0]) };
      columns.fill(record, row, 1);
      return record;
    }),
    total: before + rows.length,
    totalIsExact: !more,
    after: more && last ? cursorAfter(plan, last, plan.seen + shown.length) : null,
  };
}

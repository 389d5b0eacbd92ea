import { branchesFrom } from '#server/core/conditions/keyset.ts';
import type { Database } from '#server/db/database.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import { branchesInUse } from '#server/core/lists/branches.ts';
import type { PagePlan } from '#server/core/lists/list-plan.ts';
import { branchIds } from '#server/core/lists/queries.ts';
import { fetchFirstColumn } from './queries.ts';

const SLICE = 10_000;
const FIRST_SIZE = 1024;

/** Ids of records in the order of a list, eight bytes each: ten million take 80 MB. */
export class IdList {
  #ids = new BigInt64Array(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(ids: readonly string[]): void {
    while (this.#length + ids.length > this.#ids.length) {
      const larger = new BigInt64Array(this.#ids.length * 2);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    for (const id of ids) {
      this.#ids[this.#length] = BigInt(id);
      this.#length += 1;
    }
  }

  slice(from: number, to: number): string[] {
    return Array.from(this.#ids.subarray(from, Math.min(to, this.#length)), String);
  }
}

/** Slices of a list by its cursor: each statement is short, and others have their turn between two. */
async function* slices(queries: ReadQueries, plan: PagePlan): AsyncGenerator<string[]> {
  for (const first of await branchesInUse(queries, plan, branchesFrom(plan.keys, undefined))) {
    let place = plan;
    for (;;) {
      const rows = await queries.runTexts(branchIds(place, first, SLICE));
      yield rows.map(([id]) => id ?? '');
      const last = rows.at(-1);
      if (!last || rows.length < SLICE) break;
      place = { ...plan, position: { id: last[0] ?? '', values: last.slice(1) } };
    }
  }
}

async function* fetched(database: Database, queries: ReadQueries, plan: PagePlan): AsyncGenerator<string[]> {
  for (const branch of await branchesInUse(queries, plan, branchesFrom(plan.keys, undefined))) {
    yield* fetchFirstColumn(database.pool, branchIds(plan, branch));
  }
}

/**
 * The ids of all records of a list in its order: those that match at the beginning, whatever is written while their rows
 * are read later. `signal` ends it early.
 */
export async function orderedIds(
  database: Database,
  queries: ReadQueries,
  plan: PagePlan,
  signal: AbortSignal,
): Promise<IdList> {
  const list = new IdList();
  for await (const ids of database.kind === 'postgres' ? fetched(database, queries, plan) : slices(queries, plan)) {
    signal.throwIfAborted();
    list.add(ids);
  }
  return list;
}

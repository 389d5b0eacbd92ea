import type pg from 'pg';
import { quote } from '#generators/storage.ts';
import { recordTexts } from '#server/core/records/record-texts.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { ReadableObject } from '#server/core/lists/readable-object.ts';
import type { FieldCells } from './columns.ts';

const FETCH = 5_000;

/** Some records by id, in any order: the id, then the texts of each field. */
export function rowsByIds(object: ReadableObject, fields: readonly FieldCells[], ids: readonly string[]): Statement {
  const wanted = ['id', ...fields.flatMap(({ field }) => recordTexts(field))].join(', ');
  return { text: `select ${wanted} from ${quote(object.table)} where id = any($1::bigint[])`, values: [ids] };
}

/**
 * The first column of each row of a statement, some thousands at a time, over one connection of its own. On PostgreSQL
 * only: the embedded database has a single connection, which no export may hold.
 */
export async function* fetchFirstColumn(pool: pg.Pool, { text, values }: Statement): AsyncGenerator<string[]> {
  const client = await pool.connect();
  let broken = true;
  try {
    // All rows are wanted, so the plan with the soonest first row is not; room to sort a million ids in memory.
    await client.query(`begin read only; set local cursor_tuple_fraction = 1; set local work_mem = '64MB'`);
    await client.query({ text: `declare rows no scroll cursor for ${text}`, values });
    for (;;) {
      const { rows } = await client.query<[string]>({ text: `fetch ${FETCH} from rows`, rowMode: 'array' });
      if (rows.length === 0) break;
      yield rows.map(([first]) => first);
    }
    await client.query('commit');
    broken = false;
  } finally {
    // An export that stopped early leaves a transaction open, which ends with the connection.
    client.release(broken);
  }
}

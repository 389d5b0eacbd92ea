import type { Database } from '#server/db/database.ts';

/** Every row of every table as text, those that contain `part`; index statistics and the like are the database's own. */
export async function wholeDatabase({ pool }: Database, part = ''): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(
      `select kept::text as line from "${name}" as kept where strpos(kept::text, $1) > 0 or $1 = ''`,
      [part],
    );
    found.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  return found.join('\n');
}

/** Every column that refers to an account. */
export async function accountColumns({ pool }: Database) {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select kept.conrelid::regclass::text as "table", attname as "column" from pg_constraint as kept
     join pg_attribute on attrelid = kept.conrelid and attnum = any(kept.conkey)
     where contype = 'f' and confrelid = 'account'::regclass`,
  );
  return rows.map((row) => ({ ...row, name: `${row.table}.${row.column}` }));
}

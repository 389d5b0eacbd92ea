import { Client } from 'pg';

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres';
const OLDEST = 150_000;

/** A PostgreSQL that the tests may use, or why there is none. */
export type LocalPostgres = { readonly url: string; readonly version: string } | { readonly absent: string };

/** Asks the usual local address whether a PostgreSQL of version 15 or newer answers there as user postgres. */
export async function findLocalPostgres(): Promise<LocalPostgres> {
  const client = new Client({ connectionString: LOCAL, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string; version: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
    );
    const [row] = rows;
    if (row === undefined || Number(row.number) < OLDEST)
      return { absent: `PostgreSQL ${row?.version} is older than 15` };
    return { url: LOCAL, version: row.version };
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    return { absent: `no PostgreSQL for user postgres at 127.0.0.1:5432 (${reason})` };
  } finally {
    await client.end();
  }
}

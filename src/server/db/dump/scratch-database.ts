import pg from 'pg';

const PREFIX = 'jingtu_verify_';
const NOT_ALLOWED = '42501';

/** A database of a server that is thrown away. */
export interface ScratchAddress {
  readonly url: string;
  readonly name: string;
  /** Of the database that it was made beside. */
  readonly beside: string;
}

async function ask<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes an empty database on the server of `url`; undefined where its user may not. */
export async function createScratchDatabase(
  url: string,
  now: Date,
  suffix: string,
): Promise<ScratchAddress | undefined> {
  const name = `${PREFIX}${Math.floor(now.getTime() / 1000)}_${suffix}`;
  try {
    await ask(url, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`));
  } catch (error) {
    if ((error as { code?: string }).code === NOT_ALLOWED) return undefined;
    throw error;
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return { url: address.href, name, beside: url };
}

export async function dropScratchDatabase({ beside, name }: ScratchAddress): Promise<void> {
  await ask(beside, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Drops those that were made before a time: the processes that made them are gone. */
export async function dropOldScratch(url: string, before: Date): Promise<void> {
  await ask(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^${PREFIX}[0-9]+_[0-9a-f]+$'
        and pg_has_role(datdba, 'usage') and split_part(datname, '_', 3)::bigint < $1`,
      [Math.floor(before.getTime() / 1000)],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

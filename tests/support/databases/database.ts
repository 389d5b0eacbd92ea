import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '#server/db/database.ts';
import { quickFolder } from './quick-folder.ts';

/** A database of a test's own: PostgreSQL when DATABASE_URL is set, else the embedded one in a folder of its own. */
export interface TestDatabase {
  /** What another process needs to open the same database. */
  readonly address: { readonly url?: string; readonly dataDir?: string };
  readonly database: Database;
  /** Closes it without dropping it: other processes need an embedded database to themselves. */
  readonly release: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** What a test's database is a copy of. Copying takes a tenth of the time that making does. */
export interface Template {
  /** Of small letters, digits and underscores; another name for another content. */
  readonly name: string;
  readonly fill: (database: Database) => Promise<void>;
}

const url = process.env['DATABASE_URL'];
export const onPostgres = url !== undefined && url !== '';

const EMPTY: Template = { name: 'empty', fill: async () => undefined };
const FOLDERS = path.join(import.meta.dirname, '../../../.cache/databases');
/** Any number will do, as long as it is ours. */
const TEMPLATE_LOCK = 7_315_203;

let engine: Promise<WebAssembly.Module> | undefined;

/**
 * Holds the compiled program of the embedded database for as long as this process lives. Its threads share one
 * compilation while any process holds it; else every database would be compiled again, function by function as they run.
 */
function holdEngine(): void {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  engine ??= WebAssembly.compile(readFileSync(file));
}

/** A folder that holds a copy of the template, which is made by the process that needs it first. */
async function copiedFolder({ name, fill }: Template): Promise<string> {
  const folder = path.join(FOLDERS, name);
  if (!existsSync(folder)) {
    const fresh = `${folder}-${process.pid}`;
    mkdirSync(FOLDERS, { recursive: true });
    const database = await openDatabase({ dataDir: fresh });
    await fill(database);
    await database.close();
    // Two workers may come here at once; the second keeps the folder of the first.
    try {
      renameSync(fresh, folder);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const copy = mkdtempSync(path.join(quickFolder(), 'jingtu-test-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(name: string): string {
  const address = new URL(url ?? '');
  address.pathname = `/${name}`;
  return address.href;
}

/** Makes the template on the server unless it is there; workers that need it at once wait for the first. */
async function keepTemplate(client: pg.Client, { name, fill }: Template): Promise<string> {
  const kept = `jingtu_kept_${name}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [kept]);
    if (rows.length > 0) return kept;
    const fresh = `${kept}_${process.pid}`;
    await client.query(`drop database if exists ${fresh} with (force)`);
    await client.query(`create database ${fresh}`);
    const database = await openDatabase({ url: addressOf(fresh), connections: 6 });
    await fill(database);
    await database.close();
    await client.query(`alter database ${fresh} rename to ${kept}`);
    return kept;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/**
 * How a server copies a database sooner: as files, which takes a checkpoint, where none waits for the disk; else page by
 * page.
 */
async function quickStrategy(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ fsync: string }>('show fsync');
  return rows[0]?.fsync === 'off' ? 'file_copy' : 'wal_log';
}

async function createCopy(name: string, template: Template): Promise<void> {
  await asAdmin(async (client) => {
    const from = template === EMPTY ? 'template1' : await keepTemplate(client, template);
    await client.query(`create database ${name} template ${from} strategy ${await quickStrategy(client)}`);
  });
}

function closeOnce(database: Database): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => (closed ??= database.close());
}

/** Opens a fresh database: empty, or as a template has it. */
export async function openTestDatabase(template: Template = EMPTY): Promise<TestDatabase> {
  if (!onPostgres) {
    holdEngine();
    const dataDir = await copiedFolder(template);
    const database = await openDatabase({ dataDir });
    const release = closeOnce(database);
    return {
      address: { dataDir },
      database,
      release,
      drop: async () => {
        await release();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }
  const name = `jingtu_test_${randomBytes(6).toString('hex')}`;
  await createCopy(name, template);
  const database = await openDatabase({ url: addressOf(name), connections: 6 });
  const release = closeOnce(database);
  return {
    address: { url: addressOf(name) },
    database,
    release,
    drop: async () => {
      await release();
      await dropCopy(name);
    },
  };
}

/**
 * Copies a database that no process has open, and leaves the copy closed as well. One that was killed may leave its
 * connections for a moment: they are ended.
 */
export async function copyTestDatabase({ url: from, dataDir: folder }: TestDatabase['address']) {
  if (folder !== undefined) {
    const dataDir = mkdtempSync(path.join(quickFolder(), 'jingtu-test-'));
    cpSync(folder, dataDir, { recursive: true });
    return { address: { dataDir }, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
  }
  const name = `jingtu_test_${randomBytes(6).toString('hex')}`;
  const source = new URL(from ?? '').pathname.slice(1);
  await asAdmin(async (client) => {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [source]);
    await client.query(`create database ${name} template ${source} strategy ${await quickStrategy(client)}`);
  });
  return { address: { url: addressOf(name) }, drop: () => dropCopy(name) };
}

const dropCopy = (name: string): Promise<void> =>
  asAdmin(async (client) => void (await client.query(`drop database ${name} with (force)`)));

/** Forgets templates that no sources of today make: those whose names begin alike and are not this one. */
export async function forgetTemplates(beginning: string, current: string): Promise<void> {
  if (!onPostgres) {
    const old = existsSync(FOLDERS) ? readdirSync(FOLDERS) : [];
    for (const name of old) {
      if (name.startsWith(beginning) && !name.startsWith(current))
        rmSync(path.join(FOLDERS, name), { recursive: true, force: true });
    }
    return;
  }
  await asAdmin(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) and not starts_with(datname, $2)',
      [`jingtu_kept_${beginning}`, `jingtu_kept_${current}`],
    );
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  });
}

import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '#server/db/database.ts';

/** A database of a test's own: PostgreSQL when DATABASE_URL is set, else the embedded one in a folder of its own. */
export interface TestDatabase {
  /** What another process needs to open the same database. */
  readonly address: { readonly url?: string; readonly dataDir?: string };
  readonly database: Database;
  /** Closes it without dropping it: other processes need an embedded database to themselves. */
  readonly release: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

const url = process.env['DATABASE_URL'];
export const onPostgres = url !== undefined && url !== '';

/** An initialised, empty embedded database to copy: copying takes a tenth of the time that initialising does. */
const TEMPLATE = path.join(import.meta.dirname, '../../.cache/empty-database');

async function emptyFolder(): Promise<string> {
  if (!existsSync(TEMPLATE)) {
    const fresh = `${TEMPLATE}-${process.pid}`;
    mkdirSync(path.dirname(TEMPLATE), { recursive: true });
    await (await openDatabase({ dataDir: fresh })).close();
    // Two workers may come here at once; whoever is second keeps the first one's.
    try {
      renameSync(fresh, TEMPLATE);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-test-'));
  cpSync(TEMPLATE, folder, { recursive: true });
  return folder;
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function closeOnce(database: Database): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => (closed ??= database.close());
}

/** Opens a fresh, empty database. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (!onPostgres) {
    const dataDir = await emptyFolder();
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
  await asAdmin(`create database ${name}`);
  const address = new URL(url ?? '');
  address.pathname = `/${name}`;
  const database = await openDatabase({ url: address.href, connections: 6 });
  const release = closeOnce(database);
  return {
    address: { url: address.href },
    database,
    release,
    drop: async () => {
      await release();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}

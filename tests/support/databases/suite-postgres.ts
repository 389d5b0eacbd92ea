import process from 'node:process';
import { findLocalPostgres, type LocalPostgres } from './local-postgres.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { quickFolder } from './quick-folder.ts';

/**
 * No commit waits for the disk. What clients see of a server is the same until the machine goes down, and its data goes
 * with it anyway.
 */
const THROWN_AWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=2GB',
  // Databases are dropped before either is worth its time.
  'autovacuum=off',
  'jit=off',
];

/** The PostgreSQL of a whole test run. */
export type SuitePostgres = LocalPostgres & { readonly stop: () => Promise<void> };

/**
 * A PostgreSQL for all API tests: started from the programs of the local one where that is possible, since half of their
 * time on a server with the usual settings is waiting for the disk; else the local one itself.
 */
export async function openSuitePostgres(): Promise<SuitePostgres> {
  const local = await findLocalPostgres();
  const asItIs = { ...local, stop: async () => undefined };
  if ('absent' in local) return asItIs;
  try {
    const own = await startOwnPostgres({ folder: quickFolder(), settings: THROWN_AWAY });
    if ('absent' in own) return asItIs;
    const { url, stop } = own;
    // A run that is stopped midway must leave no server behind.
    const end = () => process.exit(1);
    process.once('SIGINT', end).once('SIGTERM', end);
    process.once('exit', own.abandon);
    return { url, version: local.version, stop };
  } catch (error) {
    console.log(`The tests run on the PostgreSQL that is there, as none could be started beside it: ${String(error)}`);
    return asItIs;
  }
}

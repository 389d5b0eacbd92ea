import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { insertAccounts } from '#server/commands/seed/queries.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { storeSample } from '#server/commands/seed/store-sample.ts';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrations.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import { forgetTemplates, openTestDatabase, type TestDatabase } from './database.ts';

/** The instant at which tests happen. */
export const TEST_NOW = new Date('2026-11-21T04:00:00Z');
export const TEST_PASSWORD = 'a-test-password';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Whatever may change what a filled database holds. */
const SOURCES = '{schemas,generators,sample,src/shared,src/server}/**/*.{ts,json,sql}';

let known: string | undefined;

function sourcesHash(): string {
  if (known !== undefined) return known;
  // What is sealed in a template opens with the key that it was made with.
  const hash = createHash('sha256').update(process.env['SECRET_KEY'] ?? '');
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted())
    hash.update(file).update(readFileSync(path.join(ROOT, file)));
  known = hash.digest('hex').slice(0, 12);
  return known;
}

const open = (database: Database): Promise<Services> =>
  openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, () => TEST_NOW);

async function ship(database: Database): Promise<void> {
  const services = await open(database);
  await services.search.jobs.stop();
}

/** Fills an empty database with what ships and one account for each kind of person. */
export async function install(database: Database): Promise<void> {
  const services = await open(database);
  await insertAccounts(database, SAMPLE_ACCOUNTS, await hashPassword(TEST_PASSWORD), TEST_NOW);
  await services.search.jobs.stop();
}

async function fill(database: Database): Promise<void> {
  const services = await open(database);
  await storeSample(services, TEST_NOW, () => undefined);
  await services.search.jobs.fill();
  await services.metadata.runIndexJobs();
  await services.search.jobs.stop();
}

/** Making these takes seconds, so one of each is kept for as long as the sources stay as they are. */
async function openKept(kind: string, make: (database: Database) => Promise<void>): Promise<TestDatabase> {
  const name = `${kind}_${sourcesHash()}`;
  return openTestDatabase({
    name,
    fill: async (database) => {
      await forgetTemplates(`${kind}_`, name);
      await make(database);
    },
  });
}

/** A database with the tables of a first start, and nothing in them. */
export const openMigratedDatabase = (): Promise<TestDatabase> => openKept('migrated', migrate);

/** A database with what ships, and neither accounts nor records. */
export const openShippedDatabase = (): Promise<TestDatabase> => openKept('shipped', ship);

/** A database with what ships and one account for each kind of person, and no records. */
export const openInstalledDatabase = (): Promise<TestDatabase> => openKept('installed', install);

/** A database with the sample in it. */
export const openSampleDatabase = (): Promise<TestDatabase> => openKept('sample', fill);

import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { packageImports } from '#server/features/metadata/packages/queries.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openInstalledDatabase } from '#tests/support/databases/kept-databases.ts';
import { prng } from '#tests/support/prng.ts';

const IMPORTER = path.join(import.meta.dirname, '../../../support/metadata/package-importer.ts');
const CHAINS = 2;
/** The first import, one on top of it and the undo of one have their places to die at up to here. */
const LAST_PLACE = 60;
const STEP = 5;
/** More rounds at places drawn by chance, e.g. PACKAGE_KILLS=200. */
const DRAWN = Number(process.env['PACKAGE_KILLS'] ?? 0);
const KILLS = DRAWN > 0 ? DRAWN : LAST_PLACE / STEP;

function placesOf(chain: number): number[] {
  if (DRAWN === 0)
    return Array.from({ length: KILLS / CHAINS }, (_, place) => 1 + chain * STEP + place * STEP * CHAINS + place);
  const random = prng(chain + 1);
  return Array.from({ length: DRAWN / CHAINS }, () => 1 + Math.floor(random.next() * LAST_PLACE));
}

function run(address: TestDatabase['address'], killAt: number) {
  const child = spawn(process.execPath, [IMPORTER, JSON.stringify({ ...address, killAt })], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (data) => (words += String(data)));
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve({ signal, code, words })));
}

describe('a server killed between any two steps of a package import or its undo', () => {
  const stores: TestDatabase[] = [];

  beforeAll(async () => {
    for (let chain = 0; chain < CHAINS; chain += 1) {
      const store = await openInstalledDatabase();
      // The processes that follow need the folder to themselves.
      if (!onPostgres) await store.release();
      stores.push(store);
    }
  });

  afterAll(async () => {
    for (const store of stores) await store.drop();
  });

  it(`leaves all of a package or nothing of it, ${KILLS} times`, { timeout: 1_800_000 }, async () => {
    const chains = stores.map(async (store, chain) => {
      for (const place of placesOf(chain)) {
        const end = await run(store.address, place);
        expect(end).toEqual({ signal: 'SIGKILL', code: null, words: '' });
      }
      const after = onPostgres ? store.database : await openDatabase(store.address);
      const imports = await packageImports(after.db);
      if (!onPostgres) await after.close();
      return imports.length > 1;
    });
    expect(await Promise.all(chains)).toEqual(stores.map(() => true));
  });
});

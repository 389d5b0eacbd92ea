import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { allObjects } from '#server/core/catalog/queries.ts';
import { lostValues } from '#tests/support/metadata/growing-records.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { prng } from '#tests/support/prng.ts';

const SAVER = path.join(import.meta.dirname, '../../support/metadata/metadata-saver.ts');
const CHAINS = 2;
/**
 * A save has up to thirty places to die at: it adds fields, fills one, converts one, reads one as another type and drops
 * one. These are all of them in three saves of one process.
 */
const LAST_PLACE = 90;
/** More rounds at places drawn by chance, e.g. METADATA_KILLS=200; without it each place is died at once. */
const DRAWN = Number(process.env['METADATA_KILLS'] ?? 0);
/** A process on the embedded database costs three times as much: there it is each third place. */
const EACH = onPostgres ? 1 : 3;
const KILLS = DRAWN > 0 ? DRAWN : LAST_PLACE / EACH;

/** Where the processes of a chain die, one after the other. */
function placesOf(chain: number): number[] {
  const places = Array.from({ length: KILLS }, (_, index) => 1 + index * EACH);
  if (DRAWN === 0) return places.filter((_, index) => index % CHAINS === chain);
  const random = prng(chain + 1);
  return Array.from({ length: DRAWN / CHAINS }, () => 1 + Math.floor(random.next() * LAST_PLACE));
}

function run(
  address: TestDatabase['address'],
  killAt: number,
): Promise<{ signal: string | null; code: number | null; words: string }> {
  const child = spawn(process.execPath, [SAVER, JSON.stringify({ ...address, killAt })], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (data) => (words += String(data)));
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve({ signal, code, words })));
}

describe('a server killed between any two steps of a metadata change', () => {
  const stores: TestDatabase[] = [];

  beforeAll(async () => {
    for (let chain = 0; chain < CHAINS; chain += 1) {
      const store = await openMigratedDatabase();
      // The processes that follow need the folder to themselves.
      if (!onPostgres) await store.release();
      stores.push(store);
    }
  });

  afterAll(async () => {
    for (const store of stores) await store.drop();
  });

  it(`leaves metadata, tables and values in agreement, ${KILLS} times`, { timeout: 900_000 }, async () => {
    const chains = stores.map(async (store, chain) => {
      for (const place of placesOf(chain)) {
        const { signal, code, words } = await run(store.address, place);
        expect({ signal, code, words }).toEqual({ signal: 'SIGKILL', code: null, words: '' });
      }
      const after = onPostgres ? store.database : await openDatabase(store.address);
      const drift = await storageDrift(after.db);
      const [kept] = await allObjects(after.db);
      const object = kept?.definition;
      const lost = object ? await lostValues(after.db, object) : [];
      if (!onPostgres) await after.close();
      return { drift, lost, grew: (object?.version ?? 0) > 1 };
    });
    expect(await Promise.all(chains)).toEqual(stores.map(() => ({ drift: [], lost: [], grew: true })));
  });
});

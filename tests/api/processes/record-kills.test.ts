import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openShippedDatabase } from '#tests/support/databases/kept-databases.ts';
import { prng } from '#tests/support/prng.ts';

const WRITER = path.join(import.meta.dirname, '../../support/processes/slice-writer.ts');
const KILLS = onPostgres ? 20 : 8;
/** A slice takes about eleven statements; the third is the first to change what a committed one wrote. */
const LAST_STATEMENT = 50;
let store: TestDatabase;

beforeAll(async () => {
  store = await openShippedDatabase();
  await openServices(store.database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, () => new Date());
  // The processes that follow need the folder to themselves.
  if (!onPostgres) await store.release();
});
afterAll(() => store.drop());

function runAndKill(killAt: number, sent: boolean): Promise<string | null> {
  const child = spawn(process.execPath, [WRITER, JSON.stringify({ ...store.address, killAt, sent })], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
}

/** Records without their key, without the history of each of their versions, or keys and histories of no record. */
const TORN = `
  select count(*) filter (where key is null) as keyless,
         count(*) filter (where versions is distinct from version) as unwritten,
         (select count(*) from record_key k where not exists (select from "InsightCompany" c where c.id = k.record_id)) as dangling,
         (select count(*) from record_history h where not exists (select from "InsightCompany" c where c.id = h.record_id)) as orphaned
  from (select c.version, k.key, (select count(*) from record_history h where h.record_id = c.id and h.object_api_name = 'InsightCompany') as versions
        from "InsightCompany" c left join record_key k on k.record_id = c.id and k.source = 'killed') as records`;

describe('a server killed while it writes records', () => {
  it(`leaves records, keys and history in agreement, ${KILLS} times`, async () => {
    const random = prng(5);
    for (let kill = 0; kill < KILLS; kill += 1)
      expect(await runAndKill(random.int(1, LAST_STATEMENT), random.chance(0.5))).toBe('SIGKILL');
    const database: Database = onPostgres ? store.database : await openDatabase(store.address);
    try {
      const { rows } = await database.pool.query<{ count: string }>(
        'select count(*) from "InsightCompany" where version > 1',
      );
      expect(Number(rows[0]?.count)).toBeGreaterThan(0);
      expect((await database.pool.query(TORN)).rows).toEqual([
        { keyless: '0', unwritten: '0', dangling: '0', orphaned: '0' },
      ]);
    } finally {
      if (!onPostgres) await database.close();
    }
  });
});

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

const CHILD = path.resolve(import.meta.dirname, '../../support/livestreams/livestream-child.ts');
const NOW = new Date('2026-11-21T04:00:00Z');
const LATER = '2026-11-21T05:00:00Z';
/** Three slices of one word. */
const FOLLOWERS = 1200;
/** Each is a process of its own. */
const KILLS = onPostgres ? 8 : 4;
const KEY = 'SECRET_KEY';
const keyBefore = process.env[KEY];
let store: TestDatabase;

beforeAll(async () => {
  // The processes that follow open what this one sealed.
  process.env[KEY] = randomBytes(32).toString('base64');
  store = await openMigratedDatabase();
  await openServices(store.database, { objects: [], optionSets: [] }, () => NOW);
  await store.database.pool.query(
    `with crowd as (
       insert into account (username, name, roles, vip_type, created_at)
       select 'crowd' || n, '观众', '{}', 0, $1 from generate_series(1, $2) n returning id),
     broadcast as (
       insert into live (title, host, starts_at, ends_at, link, key, created_at)
       values ('路演', '主讲', $3, $3::timestamptz + interval '1 hour', 'https://live.example.com/', 'key', $1)
       returning id)
     insert into live_follow (account_id, live_id, at) select crowd.id, broadcast.id, $1 from crowd, broadcast`,
    [NOW.toISOString(), FOLLOWERS, LATER],
  );
  // The processes that follow need the folder to themselves.
  if (!onPostgres) await store.release();
});
afterAll(async () => {
  if (keyBefore === undefined) delete process.env[KEY];
  else process.env[KEY] = keyBefore;
  await store.drop();
});

function tell(killAt: number, sent: boolean): Promise<{ signal: string | null; out: string }> {
  const task = JSON.stringify({ ...store.address, at: LATER, killAt, sent });
  const child = spawn(process.execPath, [CHILD, task], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, out })));
}

describe('a server killed while followers hear that a livestream begins', () => {
  it('leaves the rest to the next one: each of them hears it once', async () => {
    const ends: (string | null)[] = [];
    // Each time at another statement; each but the first goes on where the one before was cut off.
    for (let index = 0; index < KILLS; index += 1) ends.push((await tell(4 + index, index % 2 === 0)).signal);
    expect(ends.filter((signal) => signal === 'SIGKILL').length).toBeGreaterThanOrEqual(3);
    expect((await tell(0, false)).signal).toBeNull();
    // Nothing is left to announce.
    const again = Number((await tell(0, false)).out);
    expect(again).toBeLessThan(12);
    const database = onPostgres ? store.database : await openDatabase(store.address);
    try {
      const { rows } = await database.pool.query(
        'select count(*)::integer as told, count(distinct account_id)::integer as people from notice where type = 7',
      );
      expect(rows).toEqual([{ told: FOLLOWERS, people: FOLLOWERS }]);
    } finally {
      if (!onPostgres) await database.close();
    }
  });
});

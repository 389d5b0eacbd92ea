import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { grantCoins } from '#server/platform/coins/ledger.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { keepExposure } from '#server/platform/contact-cards/queries.ts';
import { openServices } from '#server/services.ts';

const CHILD = path.join(import.meta.dirname, '../../support/contacts/purchase-child.ts');
const NOW = new Date('2026-11-21T04:00:00Z');
/** From the commit backwards: on PostgreSQL all statements, on the embedded database, which is opened again each time, those that write. */
const MOST_KILLS = onPostgres ? 30 : 9;
const KEY = 'SECRET_KEY';
const keyBefore = process.env[KEY];
let store: TestDatabase;
let buyer: string;
const targets: string[] = [];

beforeAll(async () => {
  // The processes that follow open what this one sealed.
  process.env[KEY] = randomBytes(32).toString('base64');
  store = await openMigratedDatabase();
  const { db, vault } = store.database;
  await openServices(store.database, { objects: [], optionSets: [] }, () => NOW);
  const account = async (username: string, roles: string[]): Promise<string> => {
    const row = { username, name: username, roles, vip_type: 0, created_at: NOW };
    const { id } = await db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow();
    const phone_sealed = vault.seal(`+8619900000${username.slice(-3)}`, phonePlace(id));
    await db.updateTable('account').set({ phone_sealed }).where('id', '=', id).execute();
    await keepExposure(db, id, { phone: true, weixin: true }, NOW);
    return id;
  };
  buyer = await account('buyer000', ['ORG_INVESTOR']);
  for (let count = 0; count <= MOST_KILLS; count += 1) {
    const id = await account(`target${String(count).padStart(3, '0')}`, []);
    const party = { object_api_name: 'InsightInvestor', record_id: id, account_id: id, linked_at: NOW };
    await db.insertInto('record_party').values(party).execute();
    targets.push(id);
  }
  const gift = { accountId: buyer, amount: 60 * targets.length, key: 'gift', reason: '测试', by: null };
  await db.transaction().execute((trx) => grantCoins(trx, gift, NOW));
  // The processes that follow need the folder to themselves.
  if (!onPostgres) await store.release();
});
afterAll(async () => {
  if (keyBefore === undefined) delete process.env[KEY];
  else process.env[KEY] = keyBefore;
  await store.drop();
});

function buy(
  target: string | undefined,
  killAt: number,
  sent: boolean,
): Promise<{ signal: string | null; out: string }> {
  const task = JSON.stringify({ ...store.address, buyer, target, killAt, sent });
  const child = spawn(process.execPath, [CHILD, task], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, out })));
}

/** Of each contact: was it charged, is it bought, is the view recorded? */
const PARTS = `
  select p.account_id as target,
         exists (select from coin_transaction t where t.key = 'contact:' || $1::bigint || ':' || p.account_id) as charged,
         exists (select from contact_purchase c where c.viewer_id = $1::bigint and c.target_id = p.account_id) as bought,
         exists (select from contact_view v where v.viewer_id = $1::bigint and v.target_id = p.account_id) as seen
  from record_party p order by p.account_id`;

describe('a server killed while it sells a contact', () => {
  it('leaves all of the purchase or nothing of it', async () => {
    const whole = await buy(targets.at(-1), 0, false);
    expect(whole.signal).toBeNull();
    const statements = Number(whole.out);
    expect(statements).toBeGreaterThan(10);
    const kills = Array.from({ length: Math.min(statements, MOST_KILLS) }, (_, index) => ({
      killAt: statements - index,
      sent: index % 2 === 0,
    }));
    for (const [index, { killAt, sent }] of kills.entries())
      expect((await buy(targets[index], killAt, sent)).signal).toBe('SIGKILL');
    const database: Database = onPostgres ? store.database : await openDatabase(store.address);
    try {
      const { rows } = await database.pool.query<Record<'charged' | 'bought' | 'seen', boolean>>(PARTS, [buyer]);
      for (const row of rows) expect([row.charged, row.bought, row.seen]).toEqual(Array(3).fill(row.charged));
      const sold = rows.filter((row) => row.charged).length;
      expect(sold).toBeGreaterThanOrEqual(1);
      expect(sold).toBeLessThan(kills.length);
      const sums = await database.pool.query<{ all: string; left: string }>(
        `select sum(amount)::text as all, sum(amount) filter (where a.account_id = $1::bigint)::text as left
         from coin_entry e join coin_account a on a.id = e.coin_account_id`,
        [buyer],
      );
      expect(sums.rows).toEqual([{ all: '0', left: String(60 * (targets.length - sold)) }]);
    } finally {
      if (!onPostgres) await database.close();
    }
  });
});

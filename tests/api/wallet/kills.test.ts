import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { Settlement } from '#server/features/wallet/orders/settlement.ts';
import { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { type CoinWorld, ledgerFaults, NO_FAULTS, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { prng } from '#tests/support/prng.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const CHILD = path.join(import.meta.dirname, '../../support/wallet/coin-child.ts');
const KILLS = onPostgres ? 24 : 6;
/** Each of the three actions takes some twenty statements. */
const LAST_STATEMENT = 60;
let world: CoinWorld;
let actorId = '';

beforeAll(async () => {
  world = await openCoinWorld();
  actorId = await world.accountOf('member');
  // The processes that follow need the folder to themselves.
  if (!onPostgres) await world.store.release();
});
afterAll(() => world.close());

function runAndKill(killAt: number, sent: boolean, first: number): Promise<string | null> {
  const options = { ...world.store.address, killAt, sent, first, actorId };
  const child = spawn(process.execPath, [CHILD, JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
}

describe('a server killed while a user redeems, pays or spends', () => {
  it(`leaves all of it or nothing, ${KILLS} times, and what was paid is given when it is heard of again`, async () => {
    const random = prng(7);
    for (let kill = 0; kill < KILLS; kill += 1)
      expect(await runAndKill(random.int(1, LAST_STATEMENT), random.chance(0.5), kill)).toBe('SIGKILL');
    const database = onPostgres ? world.services.database : await openDatabase(world.store.address);
    try {
      const { db } = database;
      expect(await ledgerFaults(db)).toEqual(NO_FAULTS);
      const hints = { announceNotice: () => undefined };
      const settlement = new Settlement({ db, changes: new AccountChanges(database), hints, now: () => TEST_NOW });
      const placed = await db
        .selectFrom('purchase_order')
        .select(['no', 'price'])
        .where('provider', '=', 'alipay')
        .execute();
      for (const { no, price } of placed)
        await settlement.apply('alipay', { orderNo: no, tradeNo: `T${no}`, amount: price, state: 'paid' });
      expect(await ledgerFaults(db)).toEqual(NO_FAULTS);
      const states = await db.selectFrom('purchase_order').select('state').distinct().execute();
      expect(states).toEqual([{ state: 'FULFILLED' }]);
    } finally {
      if (!onPostgres) await database.close();
    }
  });
});

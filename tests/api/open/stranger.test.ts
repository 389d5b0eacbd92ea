import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time/durations.ts';
import { expireChanges } from '#server/core/changes/queries.ts';
import { newAccount, signInBy } from '#tests/support/account/people.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { keyOf } from '#tests/support/open/open-world.ts';
import { StrangersCopy } from '#tests/support/open/strangers-copy.ts';
import { prng } from '#tests/support/prng.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

/** Changes that the program follows; 100,000 by STRANGER_CHANGES=100000, which takes an hour. */
const CHANGES = Number(process.env['STRANGER_CHANGES'] ?? 600);
/** Ends a program that hangs; 10,000 changes have as long as any other test. */
const TIMEOUT_MS = 900_000 * Math.max(1, CHANGES / 10_000);
const CONTEXT = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
const FIELDS = 'title,round,staff,amount';
let test: TestApp;
let now = TEST_NOW;
let origin = '';
let key = '';

beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  await new FirmsAndDeals(test).begin([]);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  await newAccount(test, { username: 'stranger', name: '示例外人' });
  ({ secret: key } = await keyOf(await signInBy(test, 'stranger')));
});
afterAll(() => test.close());

/** The clock goes on as long as the program waits. */
const wait = async (seconds: number): Promise<void> => {
  now = new Date(now.getTime() + seconds * 1000);
};
const settle = async () => {
  if (onPostgres) await settledChanges(test.services.database.db);
};

/** All records by the list, as they are now. */
async function download(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (let after: string | null = ''; after !== null;) {
    await wait(1);
    const more: string = after === '' ? '' : `&after=${after}`;
    const url = `${origin}/api/open/v1/Deal?fields=${FIELDS}&limit=200${more}`;
    const reply = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
    const { data } = (await reply.json()) as { data: { value: { id: string }[]; after: string | null } };
    for (const row of data.value) found.set(row.id, row);
    ({ after } = data);
  }
  return found;
}

it(
  'a program that knows the page alone follows every change, through a resync and limits',
  async () => {
    const { writer, database } = test.services;
    const random = prng(20_261_126);
    const ids: string[] = [];
    let made = 0;
    const values = () => ({
      title: `交易 ${made}`,
      round: random.pick(['A', 'B', 'C']),
      staff: random.int(1, 99),
      amount: { num: `${random.int(1, 1000)}.50`, currency: 'CNY' },
    });
    const create = async () => {
      made += 1;
      ids.push((await writer.create('Deal', `stranger-${made}`, values(), CONTEXT)).id);
    };
    const write = async (changes: number) => {
      for (let at = 0; at < changes; at += 1) {
        const turn = random.next();
        if (turn < 0.3 || ids.length < 10) await create();
        else if (turn < 0.85) {
          const id = random.pick(ids);
          const { version } = await writer.read(database.db, 'Deal', id);
          await writer.update('Deal', id, version, values(), CONTEXT);
        } else {
          const [id = ''] = ids.splice(random.int(0, ids.length - 1), 1);
          await writer.remove('Deal', id, CONTEXT);
        }
      }
      await settle();
    };
    const copy = new StrangersCopy(origin, key, 'Deal', FIELDS, wait);
    await write(CHANGES / 3);
    await copy.follow();
    expect(copy.records).toEqual(await download());
    const first = { ...copy.seen };
    for (let part = 0; part < 40; part += 1) {
      await write(CHANGES / 120);
      await copy.follow();
    }
    expect(copy.records).toEqual(await download());
    expect(copy.seen.tombstones).toBeGreaterThan(first.tombstones);
    // More calls than a key has at once, and none of them was in vain.
    expect(copy.seen.waits).toBeGreaterThan(0);
    await write(CHANGES / 3);
    // Away for longer than changes are kept.
    while (await expireChanges(database.db, new Date(Date.now() + DAY_MS)));
    await copy.follow();
    expect(copy.seen.resyncs).toBe(1);
    expect(copy.records).toEqual(await download());
  },
  TIMEOUT_MS,
);

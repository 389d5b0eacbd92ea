import { afterAll, beforeAll, expect, it } from 'vitest';
import type { readInmailList } from '#schemas/api/chat.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { made } from '#tests/support/editing.ts';
import { answer, ask, type ExchangeWorld, openExchangeWorld } from './exchange-world.ts';

let world: ExchangeWorld;

beforeAll(async () => {
  world = await openExchangeWorld();
  world.setTime('2026-11-21T04:00:00Z');
});
afterAll(() => world.close());

it.each([
  [1, { type: 9, content: '{"kind" : "PHONE", "state" : "agreed"}' }],
  [0, { type: 9, content: '{"kind" : "PHONE", "state" : "declined"}' }],
] as const)('the answer to an exchange (%i) is what the list says of the conversation last', async (action, last) => {
  const { founder, investor } = await world.talking();
  const { exchangeId } = made(await ask(investor, founder, 'PHONE'));
  made(await answer(founder, exchangeId, action));
  const { list } = made(await investor.send<ReplyOf<typeof readInmailList>>('GET', '/api/rong/inmailList'));
  expect(list[0]).toMatchObject(last);
});

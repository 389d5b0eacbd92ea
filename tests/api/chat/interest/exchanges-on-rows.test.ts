import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InterestedItem } from '#schemas/api/chat-people.ts';
import { EXCHANGE_TERM_MS } from '#shared/policy/exchange.ts';
import {
  answer,
  ask,
  deliver,
  type ExchangeWorld,
  openExchangeWorld,
} from '#tests/api/chat/exchange/exchange-world.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';

const NOTHING = { hasExchangePhone: false, hasExchangeWeixin: false, hasBp: false, pending: [] };
const START = '2026-11-21T04:00:00Z';
let world: ExchangeWorld;

beforeAll(async () => {
  world = await openExchangeWorld();
  world.setTime(START);
});
afterAll(() => world.close());

/** The founder's rows, by the id of the investor. */
async function rowsOf(founder: Person): Promise<Map<string, InterestedItem['standing']>> {
  const page = await founder.send<{ data: InterestedItem[] }>('GET', '/api/rong/market/investorViewMyProject');
  return new Map(made(page).data.map(({ uid, standing }) => [uid, standing]));
}

async function look(investor: Person, founder: Contact): Promise<void> {
  made(await investor.send('GET', `/api/metadata/data/InsightCompany/${founder.companyId}`));
  await expect.poll(async () => (await rowsOf(founder)).has(investor.uid)).toBe(true);
}

it('A row of the interested view carries what was exchanged, delivered and requested with that investor alone', async () => {
  const { founder, investor } = await world.talking();
  const other = await world.investor();
  await look(investor, founder);
  await look(other, founder);
  const row = async () => (await rowsOf(founder)).get(investor.uid);
  expect(await row()).toEqual(NOTHING);

  const phone = made(await ask(founder, investor, 'PHONE'));
  expect(await row()).toEqual({ ...NOTHING, pending: [{ kind: 'PHONE', mine: true }] });
  made(await answer(investor, phone.exchangeId, 1));
  made(await ask(investor, founder, 'WEIXIN'));
  await world.plan(founder);
  made(await deliver(founder, investor.uid, founder.companyId));
  expect(await row()).toEqual({
    hasExchangePhone: true,
    hasExchangeWeixin: false,
    hasBp: true,
    pending: [{ kind: 'WEIXIN', mine: false }],
  });
  expect((await rowsOf(founder)).get(other.uid)).toEqual(NOTHING);
});

it('A declined request and one whose term is over do not close an action of the interested view', async () => {
  const { founder, investor } = await world.talking();
  await look(investor, founder);
  const declined = made(await ask(founder, investor, 'PHONE'));
  made(await answer(investor, declined.exchangeId, 0));
  made(await ask(founder, investor, 'WEIXIN'));
  world.setTime(new Date(Date.parse(START) + EXCHANGE_TERM_MS).toISOString());
  try {
    expect((await rowsOf(founder)).get(investor.uid)).toEqual(NOTHING);
  } finally {
    world.setTime(START);
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlanRequest } from '#schemas/api/plans.ts';
import { copyOfContacts } from '#server/features/contacts/closing.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { answer, ask, deliver, type ExchangeWorld, type Investor, openExchangeWorld } from './exchange-world.ts';

let world: ExchangeWorld;
let founder: Contact;
let investor: Investor;

beforeAll(async () => {
  world = await openExchangeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime('2026-11-21T04:00:00Z');
  ({ founder, investor } = await world.talking());
  await world.plan(founder);
});

interface Page {
  readonly list: PlanRequest[];
  readonly after: string | null;
}
const page = async (who: Person, side: string, after?: string) =>
  made(
    await who.send<Page>('GET', `/api/rong/plan/requests?side=${side}${after === undefined ? '' : `&after=${after}`}`),
  );
const requests = async (who: Person, side: string) => (await page(who, side)).list;
const restrict = async () =>
  made(await founder.send('POST', '/api/rong/sixin/settings', { plan: { ccid: founder.companyId, restricted: true } }));
const request = async (who: Person, message: string) =>
  made(await who.send('POST', '/api/rong/plan/request', { ccid: founder.companyId, message }));

describe('a plan that its founder delivered', () => {
  it('is no request that he received or that its receiver made', async () => {
    made(await deliver(founder, investor.uid, founder.companyId));
    expect(await requests(founder, 'received')).toEqual([]);
    expect(await requests(investor, 'sent')).toEqual([]);
    const { planRequests } = await copyOfContacts(world.test.services.database.db, investor.uid);
    expect(planRequests).toEqual([]);
  });

  it('leaves the requests that its receiver made where they were', async () => {
    await restrict();
    await request(investor, '');
    world.setTime('2026-11-21T05:00:00Z');
    made(await deliver(founder, investor.uid, founder.companyId));
    const asked = { uid: investor.uid, state: 'approved', createdAt: '2026-11-21T04:00:00.000Z' };
    expect(await requests(founder, 'received')).toMatchObject([asked]);
    expect(await requests(investor, 'sent')).toMatchObject([asked]);
  });

  it('is listed among the deliveries of who delivered it, also when it answered a request, and for no other user', async () => {
    await restrict();
    const second = await world.investor();
    await world.say(second, founder);
    await world.say(founder, second);
    // The one who asks first gets the plan last.
    await request(second, '希望了解');
    world.setTime('2026-11-21T05:00:00Z');
    const { exchangeId } = made(await ask(investor, founder, 'BP'));
    made(await answer(founder, exchangeId, 1, founder.companyId));
    world.setTime('2026-11-21T06:00:00Z');
    made(await deliver(founder, second.uid, founder.companyId));
    const delivered = await requests(founder, 'delivered');
    expect(delivered).toMatchObject([
      { uid: second.uid, name: second.name, message: '', createdAt: '2026-11-21T06:00:00.000Z' },
      { uid: investor.uid, ccid: founder.companyId, state: 'approved', createdAt: '2026-11-21T05:00:00.000Z' },
    ]);
    for (const other of [investor, second, await world.founder()])
      expect(await requests(other, 'delivered')).toEqual([]);
  });

  it('is on one page only, also among deliveries of the same instant', async () => {
    made(await deliver(founder, investor.uid, founder.companyId));
    const { pool } = world.test.services.database;
    const own = [founder.companyId, investor.uid];
    await pool.query(
      `insert into chat_delivery (conversation_id, company_id, from_id, to_id, delivered_at)
       select conversation_id, 900000 + n, from_id, to_id, delivered_at from chat_delivery, generate_series(1, 20) n
       where company_id = $1 and to_id = $2`,
      own,
    );
    await pool.query(
      `insert into plan_request (company_id, account_id, message, state, created_at, decided_at, decided_by)
       select 900000 + n, account_id, '', state, created_at, decided_at, decided_by
       from plan_request, generate_series(1, 20) n where company_id = $1 and account_id = $2`,
      own,
    );
    const first = await page(founder, 'delivered');
    expect(first.list).toHaveLength(20);
    const last = await page(founder, 'delivered', first.after ?? '');
    expect(last.after).toBeNull();
    expect(new Set([...first.list, ...last.list].map(({ ccid }) => ccid)).size).toBe(21);
  });
});

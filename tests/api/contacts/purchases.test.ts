import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactViewPage } from '#schemas/api/contact-views.ts';
import type { ContactButton } from '#schemas/api/contacts.ts';
import { balanceOf } from '#server/platform/coins/ledger.ts';
import { type Contact, type ContactWorld, openContactWorld } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const INVESTOR = ['ORG_INVESTOR'];
let world: ContactWorld;
const contacts: Contact[] = [];
const uid = (index: number): string => contacts[index]?.uid ?? '';

beforeAll(async () => {
  world = await openContactWorld();
  for (let count = 0; count < 6; count += 1) contacts.push(await world.contact());
});
afterAll(() => world.close());
beforeEach(() => world.setTime('2026-11-21T04:00:00Z'));

const balance = (id: string) => balanceOf(world.test.services.database.db, id);
async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await world.test.services.database.pool.query<{ count: string }>(sql, values);
  return Number(rows[0]?.count);
}
const charges = (id: string) =>
  count(
    `select count(*) from coin_entry e join coin_account a on a.id = e.coin_account_id where a.account_id = $1 and amount < 0`,
    [id],
  );
const sumOfAll = () => count('select coalesce(sum(amount), 0) as count from coin_entry');

describe('buying a contact', () => {
  it('charges once however often it is asked at once, and never goes below zero', async () => {
    const buyer = await world.person(INVESTOR);
    await world.giveCoins(buyer.uid, 60);
    const answers = await Promise.all(Array.from({ length: 200 }, () => buyer.buy(uid(0))));
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 200 }, () => 0));
    expect([await charges(buyer.uid), await balance(buyer.uid), await sumOfAll()]).toEqual([1, 0, 0]);
    expect(await count('select count(*) from contact_purchase where viewer_id = $1', [buyer.uid])).toBe(1);
  });

  it('sells one of several contacts to a user who has coins for one', async () => {
    const buyer = await world.person(INVESTOR);
    await world.giveCoins(buyer.uid, 60);
    const answers = await Promise.all(contacts.map((contact) => buyer.buy(contact.uid)));
    const bought = answers.filter(({ code }) => code === 0);
    expect(bought).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, codeOf('COINS_SHORT')]));
    expect([await charges(buyer.uid), await balance(buyer.uid), await sumOfAll()]).toEqual([1, 0, 0]);
    expect(await count('select count(*) from contact_purchase where viewer_id = $1', [buyer.uid])).toBe(1);
    expect(await count('select count(*) from contact_view where viewer_id = $1', [buyer.uid])).toBe(1);
  });

  it('opens what the free allowance does not, and keeps it open for ever', async () => {
    const buyer = await world.person(INVESTOR);
    await world.giveCoins(buyer.uid, 60);
    for (const index of [0, 1, 2]) made(await buyer.open(uid(index)));
    const path = `/api/rong/contactButton?uid=${uid(3)}`;
    expect(made(await buyer.send<ContactButton>('GET', path))).toMatchObject({ decision: 'buy', balance: 60 });
    expect(made(await buyer.buy(uid(3)))).toMatchObject({ phone: contacts[3]?.phone, left: 0 });
    expect(made(await buyer.send<ContactButton>('GET', path))).toMatchObject({ decision: 'open', balance: 0 });
    world.setTime('2028-02-29T04:00:00Z');
    for (const index of [0, 1, 2]) made(await buyer.open(uid(index)));
    expect(made(await buyer.open(uid(3)))).toMatchObject({ weixin: contacts[3]?.weixin });
    expect(made(await buyer.buy(uid(3))).uid).toBe(uid(3));
    expect(await charges(buyer.uid)).toBe(1);
    const { list } = made(await buyer.send<ContactViewPage>('GET', '/api/rong/contact/viewed'));
    expect(list.filter(({ isBought }) => isBought).map((view) => view.uid)).toEqual([uid(3), uid(3)]);
  });

  it('leaves what was bought with the buyer when its owner hides or changes it, and gives no user the new value', async () => {
    const owner = await world.contact();
    const [buyer, other] = [await world.person(INVESTOR), await world.person(INVESTOR)];
    await world.giveCoins(buyer.uid, 60);
    made(await buyer.buy(owner.uid));
    const change = { exposePhone: false, exposeWeixin: false, weixin: 'jingtu-later' };
    made(await owner.send('POST', '/api/rong/sixin/settings', change));
    const { phone, weixin, email } = owner;
    expect(made(await buyer.open(owner.uid))).toMatchObject({ phone, weixin, email });
    expect((await other.open(owner.uid)).code).toBe(codeOf('CONTACT_CLOSED'));
    made(await owner.send('POST', '/api/rong/sixin/settings', { exposeWeixin: true }));
    expect(made(await buyer.open(owner.uid))).toMatchObject({ phone, weixin: 'jingtu-later' });
    expect(made(await other.open(owner.uid))).not.toHaveProperty('phone');
  });

  it('is refused at another price, without the coins, and of what is hidden, and then nothing is written', async () => {
    const buyer = await world.person(INVESTOR);
    const hidden = await world.contact();
    made(await hidden.send('POST', '/api/rong/sixin/settings', { exposePhone: false, exposeWeixin: false }));
    await world.giveCoins(buyer.uid, 59);
    expect(await buyer.buy(uid(0))).toMatchObject({ status: 402, code: codeOf('COINS_SHORT') });
    await world.giveCoins(buyer.uid, 100);
    expect(await buyer.buy(uid(0), '50')).toMatchObject({ code: codeOf('CONFLICT'), data: { price: 60 } });
    expect((await buyer.buy(uid(0), '060')).code).toBe(0);
    expect((await buyer.buy(hidden.uid)).code).toBe(codeOf('CONTACT_CLOSED'));
    expect((await buyer.buy('999999')).code).toBe(codeOf('CONTACT_CLOSED'));
    for (const price of ['', '-60', '6e1', '60.0', 'x']) expect((await buyer.buy(uid(1), price)).status).toBe(422);
    expect([await charges(buyer.uid), await balance(buyer.uid)]).toEqual([1, 99]);
    expect(await count('select count(*) from contact_view where viewer_id = $1', [buyer.uid])).toBe(1);
  });

  it('charges nothing for what is open anyway: the white list, staff, oneself', async () => {
    const listed = await world.person(INVESTOR);
    await world.giveCoins(listed.uid, 60);
    const entry = { account: listed.uid, listed: true, reason: '战略合作机构' };
    made(await world.staff.send('POST', '/api/staff/whiteList', entry));
    expect((await listed.buy(uid(0))).code).toBe(0);
    const [own] = contacts;
    if (!own) throw new Error('no contact');
    await world.giveCoins(own.uid, 60);
    expect(made(await own.buy(own.uid))).toMatchObject({ phone: own.phone });
    expect([await balance(listed.uid), await balance(own.uid)]).toEqual([60, 60]);
    expect(await count('select count(*) from contact_view where viewer_id = target_id')).toBe(0);
  });
});

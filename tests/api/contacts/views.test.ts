import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactViewPage } from '#schemas/api/contact-views.ts';
import type { ContactButton, OpenedContact } from '#schemas/api/contacts.ts';
import { type Contact, type ContactWorld, openContactWorld } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { staffList } from '#tests/support/staff/staff-list.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const INVESTOR = ['ORG_INVESTOR'];
const FOUNDER = ['START_UP'];
let world: ContactWorld;
/** More contacts than any user may see in a day. */
const contacts: Contact[] = [];
const uid = (index: number): string => contacts[index]?.uid ?? '';

beforeAll(async () => {
  world = await openContactWorld();
  for (let count = 0; count < 17; count += 1) contacts.push(await world.contact());
});
afterAll(() => world.close());
beforeEach(() => world.setTime('2026-11-21T04:00:00Z'));

const button = async (person: { send: Contact['send'] }, target: string) =>
  made(await person.send<ContactButton>('GET', `/api/rong/contactButton?${target}`));

describe('seeing a contact', () => {
  it('leads from a company and from its projects to a user who speaks for the company, and shows every value', async () => {
    const investor = await world.person(INVESTOR);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    const project = made(
      await world.staff.send<{ record: { id: string } }>('POST', '/api/metadata/data/InsightProject', {
        clientKey: 'a-project-of-it',
        values: { name: '示例项目', company: { id: contact.companyId } },
      }),
    );
    const byCompany = await button(investor, `ccid=${contact.companyId}`);
    expect(byCompany).toMatchObject({
      contactUid: contact.uid,
      type: 1,
      hasManager: true,
      num: 3,
      daily: 3,
      buyOrChatted: false,
      isInWhiteList: false,
      isExpose: 1,
      price: 60,
      balance: 0,
      isSvip: false,
      decision: 'free',
    });
    expect(await button(investor, `moduleInfoId=InsightProject&id=${project.record.id}`)).toEqual(byCompany);
    const { phone, weixin, email } = contact;
    expect(made(await investor.open(contact.uid))).toEqual({
      uid: contact.uid,
      name: contact.name,
      phone,
      weixin,
      email,
      left: 2,
    });
    expect(await button(investor, `ccid=${contact.companyId}`)).toMatchObject({
      num: 2,
      buyOrChatted: true,
      decision: 'open',
    });
  });

  it('is refused in words where a record has no user to contact', async () => {
    const investor = await world.person(INVESTOR);
    const body = { clientKey: 'a-lonely-company', values: { name: '无主企业' } };
    const lonely = made(
      await world.staff.send<{ record: { id: string } }>('POST', '/api/metadata/data/InsightCompany', body),
    );
    for (const target of [`ccid=${lonely.record.id}`, 'ccid=999999', 'moduleInfoId=InsightInvestor&id=999999'])
      expect(await button(investor, target)).toMatchObject({ contactUid: null, type: -2, decision: 'none' });
    expect((await investor.send('GET', '/api/rong/contactButton')).code).toBe(codeOf('INVALID_QUERY'));
  });

  it('is free three times a day for investors and organisations, and the same person again costs nothing more', async () => {
    for (const roles of [INVESTOR, ['FA']]) {
      const viewer = await world.person(roles);
      for (const index of [0, 1, 2, 0, 1]) expect((await viewer.open(uid(index))).code).toBe(0);
      const refused = await viewer.open(uid(3));
      expect(refused).toMatchObject({ status: 402, code: codeOf('ALLOWANCE_USED'), msg: '您今日的免费查看次数已用完' });
      expect(refused.data).toMatchObject({ price: 60, balance: 0, isSvip: false });
      expect((await viewer.open(uid(2))).code).toBe(0);
    }
  });

  it('is free fifteen times a day for an SVIP', async () => {
    const viewer = await world.person(INVESTOR, { vip: true });
    for (let index = 0; index < 15; index += 1)
      expect(made(await viewer.open(uid(index)))).toMatchObject({ left: 14 - index });
    expect((await viewer.open(uid(15))).data).toMatchObject({ price: 60, isSvip: true });
  });

  it('begins again at midnight in Shanghai, which is four in the afternoon in London', async () => {
    const viewer = await world.person(INVESTOR);
    world.setTime('2026-11-21T15:59:59Z');
    for (const index of [0, 1, 2]) await viewer.open(uid(index));
    expect((await viewer.open(uid(3))).code).toBe(codeOf('ALLOWANCE_USED'));
    world.setTime('2026-11-21T16:00:00Z');
    expect(made(await viewer.open(uid(3)))).toMatchObject({ left: 2 });
    // Seen yesterday, not today: it counts again.
    expect(made(await viewer.open(uid(0)))).toMatchObject({ left: 1 });
    world.setTime('2026-11-22T15:59:59Z');
    expect(made(await viewer.open(uid(0)))).toMatchObject({ left: 1 });
  });

  it('gives the last free view to one of twenty that ask at once', async () => {
    const viewer = await world.person(INVESTOR);
    for (const index of [0, 1]) await viewer.open(uid(index));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => viewer.open(uid(2 + (index % 15)))));
    const seen = new Set(answers.filter(({ code }) => code === 0).map(({ data }) => data.uid));
    expect(seen.size).toBe(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, codeOf('ALLOWANCE_USED')]));
  });

  it('is free and not counted for an investor on the white list, from when staff say so until they end it', async () => {
    const viewer = await world.person(INVESTOR);
    const list = (listed: boolean) =>
      world.staff.send('POST', '/api/staff/whiteList', { account: viewer.uid, listed, reason: '战略合作机构' });
    expect((await list(true)).code).toBe(0);
    expect((await list(true)).code).toBe(codeOf('CONFLICT'));
    const entries = () =>
      staffList<{ person: object; roles: readonly string[]; reason: string; grantedBy: object }>(
        world.test,
        'WhiteListEntry',
        ['person', 'roles', 'reason', 'grantedBy'],
      );
    const grantedBy = { name: '示例运营' };
    expect(await entries()).toMatchObject([
      { person: { id: viewer.uid }, roles: INVESTOR, reason: '战略合作机构', grantedBy },
    ]);
    for (let index = 0; index < 5; index += 1)
      expect(made(await viewer.open(uid(index)))).toMatchObject({ left: null });
    expect(await button(viewer, `uid=${uid(6)}`)).toMatchObject({ isInWhiteList: true, num: null, decision: 'open' });
    expect((await list(false)).code).toBe(0);
    expect(await entries()).toEqual([]);
    expect(made(await viewer.open(uid(6)))).toMatchObject({ left: 2 });
    const founder = await world.person(FOUNDER);
    const refused = await world.staff.send('POST', '/api/staff/whiteList', {
      account: founder.uid,
      listed: true,
      reason: '不是投资人',
    });
    expect(refused).toMatchObject({ code: codeOf('INVALID_BODY'), problems: [{ field: 'account' }] });
    const { rows } = await world.test.services.database.pool.query<{ action: string; reason: string }>(
      "select action, reason from audit_log where target_id = $1 and action like 'contact.white%' order by id",
      [viewer.uid],
    );
    expect(rows).toEqual([
      { action: 'contact.whiteListed', reason: '战略合作机构' },
      { action: 'contact.whiteListEnded', reason: '战略合作机构' },
    ]);
  });

  it('needs certification, and says so', async () => {
    const viewer = await world.person();
    expect(await button(viewer, `uid=${uid(0)}`)).toMatchObject({ decision: 'certify', num: 0 });
    expect(await viewer.open(uid(0))).toMatchObject({
      status: 403,
      code: codeOf('FORBIDDEN'),
      msg: '完成身份认证后即可查看联系方式',
    });
    expect((await viewer.buy(uid(0))).code).toBe(codeOf('FORBIDDEN'));
  });
});

describe('a founder’s quota', () => {
  interface Quota {
    popupStatus: number;
    popupIdentity: number;
    buyOrChatted: boolean;
    num: number | null;
  }
  const quota = async (person: { send: Contact['send'] }, target: string) =>
    made(await person.send<Quota>('GET', `/api/rong/contactNum?uid=${target}`));

  it('is five contacts a day, and then the limit dialog', async () => {
    const founder = await world.person(FOUNDER);
    expect(await quota(founder, uid(0))).toEqual({ popupStatus: 0, popupIdentity: 0, buyOrChatted: false, num: 5 });
    for (let index = 0; index < 5; index += 1) expect((await founder.open(uid(index))).code).toBe(0);
    expect(await quota(founder, uid(5))).toEqual({ popupStatus: 1, popupIdentity: 0, buyOrChatted: false, num: 0 });
    expect(await quota(founder, uid(0))).toMatchObject({ popupStatus: 0, buyOrChatted: true });
    expect((await founder.open(uid(5))).code).toBe(codeOf('ALLOWANCE_USED'));
    await world.giveCoins(founder.uid, 600);
    expect((await founder.buy(uid(5))).code).toBe(codeOf('ALLOWANCE_USED'));
    world.setTime('2026-11-21T16:00:00Z');
    expect(await quota(founder, uid(5))).toMatchObject({ popupStatus: 0, num: 5 });
  });

  it('is fifteen with SVIP, who is then informed that he pays already', async () => {
    const founder = await world.person(FOUNDER, { vip: true });
    for (let index = 0; index < 15; index += 1) expect((await founder.open(uid(index))).code).toBe(0);
    expect(await quota(founder, uid(15))).toMatchObject({ popupStatus: 1, popupIdentity: 1, num: 0 });
  });

  it('is no other user’s', async () => {
    const investor = await world.person(INVESTOR);
    for (const index of [0, 1, 2]) await investor.open(uid(index));
    expect(await quota(investor, uid(3))).toMatchObject({ popupStatus: 0, num: null });
  });
});

describe('who saw a contact', () => {
  it('is shown to its owner alone: who, when, how often and on what terms', async () => {
    const owner = await world.contact();
    const [free, buyer, founder] = [
      await world.person(INVESTOR),
      await world.person(['FA']),
      await world.person(FOUNDER),
    ];
    await free.open(owner.uid);
    world.setTime('2026-11-21T05:00:00Z');
    await free.open(owner.uid);
    await world.giveCoins(buyer.uid, 60);
    await buyer.buy(owner.uid);
    await founder.open(owner.uid);
    const unsaid = await world.staff.send('POST', '/api/rong/dealContact', new URLSearchParams({ uid: owner.uid }));
    expect(unsaid).toMatchObject({ status: 422, problems: [{ field: 'reason' }] });
    const price = new URLSearchParams({ uid: owner.uid, requiredOS: '60' });
    expect(await world.staff.send('POST', '/api/rong/buyUserContact', price)).toMatchObject({ status: 422 });
    const said = new URLSearchParams({ uid: owner.uid, reason: '核实投诉' });
    made(await world.staff.send('POST', '/api/rong/dealContact', said));
    const page = made(await owner.send<ContactViewPage>('GET', '/api/rong/contact/viewers'));
    expect(page.after).toBeNull();
    expect(page.list).toMatchObject([
      { name: '示例运营', identityRoles: [], terms: 'staff', times: 1 },
      { uid: founder.uid, identityRoles: FOUNDER, terms: 'quota', isBought: false },
      { uid: buyer.uid, identityRoles: ['FA'], terms: 'bought', isBought: true, firstAt: '2026-11-21T05:00:00.000Z' },
      {
        uid: free.uid,
        name: free.name,
        terms: 'free',
        times: 2,
        kinds: ['email', 'phone', 'weixin'],
        firstAt: '2026-11-21T04:00:00.000Z',
        lastAt: '2026-11-21T05:00:00.000Z',
      },
    ]);
    const viewed = made(await free.send<ContactViewPage>('GET', '/api/rong/contact/viewed'));
    expect(viewed.list.map((view) => view.uid)).toEqual([owner.uid]);
    expect(made(await buyer.send<ContactViewPage>('GET', '/api/rong/contact/viewers')).list).toEqual([]);
    // What staff saw is in the audit log as well.
    const { rows } = await world.test.services.database.pool.query(
      "select actor_name, reason from audit_log where action = 'contact.seen' and target_id = $1",
      [owner.uid],
    );
    expect(rows).toEqual([{ actor_name: '示例运营', reason: '核实投诉' }]);
  });

  it('comes in pages, each person and day once', async () => {
    const owner = await world.contact();
    const viewers = await Promise.all(Array.from({ length: 5 }, () => world.person(INVESTOR)));
    for (let day = 1; day <= 5; day += 1) {
      world.setTime(`2026-12-0${day}T04:00:00Z`);
      for (const viewer of viewers) made<OpenedContact>(await viewer.open(owner.uid));
    }
    const first = made(await owner.send<ContactViewPage>('GET', '/api/rong/contact/viewers'));
    const second = made(
      await owner.send<ContactViewPage>('GET', `/api/rong/contact/viewers?after=${String(first.after)}`),
    );
    expect([first.list.length, second.list.length, second.after]).toEqual([20, 5, null]);
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(25);
  });
});

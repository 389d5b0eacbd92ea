import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VISIT_MODES, type VisitMode, type VisitStat } from '#schemas/api/visits.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { VisitWorld } from '#tests/support/visits/visit-world.ts';

let world: VisitWorld;
let founder: Contact;

beforeAll(async () => {
  world = await VisitWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.contacts.setTime('2026-11-21T04:00:00Z');
  founder = await world.contacts.contact();
});

const looked = async (who: Person) => made(await world.look(who, founder.companyId));
const interested = async () =>
  made(await founder.send<{ totalCount: number }>('GET', '/api/rong/market/investorViewMyProject')).totalCount;
/** Everything that a founder can read of visits, under every filter. */
const everything = async (): Promise<unknown[]> => [
  await world.stat(founder),
  ...(await Promise.all(
    ['7d', '30d', '90d', '365d', 'all'].flatMap((period) =>
      ['', 'ORG_INVESTOR', 'LP', 'OTHER'].map((kind) =>
        world.stat(founder, `?statPeriod=${period}&statUserInvestorType=${kind}`),
      ),
    ),
  )),
  await world.list(founder, 'CompanyVisitor'),
  await world.list(founder, 'CompanyVisit'),
  await interested(),
  made(await founder.send('GET', '/api/rong/market/inmailDetail')),
];

describe('What a founder learns of visitors', () => {
  it('is not changed by a private visitor, whatever is asked and compared', async () => {
    await looked(await world.investor('示例甲资本'));
    await expect.poll(interested).toBe(1);
    const before = await everything();
    const [first, second] = [await world.investor('示例甲资本'), await world.investor('示例乙资本', 'LP')];
    for (const who of [first, second]) {
      await world.setMode(who, 'private');
      await looked(who);
      await world.stat(founder);
      await world.stay(who, founder.companyId, 10);
    }
    expect(await everything()).toEqual(before);
    // Nor does a visit lead to the visitor.
    expect((await founder.send('GET', `/api/rong/sixin/userHeader?uid=${first.uid}`)).code).toBe(
      codeOf('UNKNOWN_RECORD'),
    );
  });

  it('follows a change of mode for the past as well', async () => {
    const investor = await world.investor('示例丙资本');
    await looked(investor);
    await expect.poll(interested).toBe(1);
    expect(await world.list(founder, 'CompanyVisitor')).toMatchObject([{ uid: investor.uid }]);
    await world.setMode(investor, 'private');
    expect(await world.list(founder, 'CompanyVisitor')).toEqual([]);
    expect(await interested()).toBe(0);
    expect(await world.list(investor, 'OwnVisit')).toMatchObject([{ seenAs: 'private' }]);
    await world.setMode(investor, 'open');
    expect(await world.list(founder, 'CompanyVisitor')).toMatchObject([{ uid: investor.uid }]);
  });

  it('of a visitor who lets only the institution be known is its name where three of it look, and no instant', async () => {
    const people = [await world.investor('示例丁资本', 'LP'), await world.investor('示例丁资本', 'LP')];
    for (const who of people) {
      await world.setMode(who, 'institution');
      await looked(who);
    }
    const masked = { person: '未公开姓名', kind: 'OTHER', opens: 1 };
    const rows = await world.list(founder, 'CompanyVisitor');
    expect(rows).toMatchObject([masked, masked]);
    for (const row of rows)
      for (const closed of ['uid', 'entity', 'position', 'createdAt']) expect(row).not.toHaveProperty(closed);
    expect((await world.stat(founder)).data).toMatchObject([
      { uid: null, name: null, avatar: null, investorEntityName: null, investorType: 'OTHER', lastAt: null },
      { uid: null, name: null },
    ]);
    expect(await interested()).toBe(0);
    // The third of them looks at something else.
    const elsewhere = await world.contacts.contact();
    made(await world.look(await world.investor('示例丁资本', 'LP'), elsewhere.companyId));
    const named = { person: '未公开姓名', entity: '示例丁资本', kind: 'LP' };
    expect(await world.list(founder, 'CompanyVisitor')).toMatchObject([named, named]);
    expect((await world.stat(founder)).summary).toMatchObject({ viewers: 2, institutions: 1 });
  });

  it('is who they are no longer, once the founder looks privately', async () => {
    const investor = await world.investor('示例戊资本');
    await looked(investor);
    await expect.poll(interested).toBe(1);
    await world.setMode(founder, 'private');
    const stat = await world.stat(founder);
    expect(stat).toMatchObject({ isHidden: true, summary: { viewers: 1, institutions: 0, contacted: 0 } });
    expect(stat.data).toMatchObject([{ uid: null, name: null, investorEntityName: null, investorType: 'OTHER' }]);
    expect(await world.list(founder, 'CompanyVisitor')).toMatchObject([{ person: '未公开姓名', kind: 'OTHER' }]);
    expect(await interested()).toBe(0);
  });

  it('is the founder’s alone: others have no such company, and visitors no such page', async () => {
    await looked(await world.investor());
    const other = await world.contacts.contact();
    expect((await world.askStat(other, `?ccid=${founder.companyId}`)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await world.askStat(other, '?ccid=999999')).code).toBe(codeOf('UNKNOWN_RECORD'));
    for (const who of [other, await world.investor(), world.contacts.staff]) {
      expect(await world.list(who, 'CompanyVisitor')).toEqual([]);
      expect(await world.list(who, 'CompanyVisit')).toEqual([]);
    }
    const [row] = await world.list(founder, 'CompanyVisitor');
    const path = `/api/metadata/data/CompanyVisitor/${String(row?.['id'])}`;
    expect((await founder.send('GET', path)).code).toBe(0);
    expect((await other.send('GET', path)).status).not.toBe(200);
    expect((await world.contacts.test.get('visitor', '/api/rong/business/view_my_project_stat')).status).toBe(401);
    expect(await world.stat(await world.investor())).toMatchObject({ companies: [], ccid: null, totalCount: 0 });
  });
});

describe('The mode of a visitor', () => {
  it('is open until the user says otherwise, and one of three', async () => {
    const investor = await world.investor();
    const mode = async () => made(await investor.send<{ mode: VisitMode }>('GET', '/api/rong/visit/setting')).mode;
    expect(await mode()).toBe('open');
    for (const next of VISIT_MODES) {
      await world.setMode(investor, next);
      expect(await mode()).toBe(next);
    }
    expect((await investor.send('POST', '/api/rong/visit/setting', { mode: 'hidden' })).status).toBe(422);
    expect((await world.contacts.test.get('visitor', '/api/rong/visit/setting')).status).toBe(401);
  });
});

describe('The statistics of a company', () => {
  it('count a period against the one before, and every number is that of the list with its filter', async () => {
    const [first, second, third] = [
      await world.investor('示例资本'),
      await world.investor('示例资本'),
      await world.investor(),
    ];
    world.contacts.setTime('2026-10-20T04:00:00Z');
    await looked(first);
    await world.stat(founder);
    world.contacts.setTime('2026-11-20T04:00:00Z');
    await looked(first);
    await looked(second);
    await world.stat(founder);
    world.contacts.setTime('2026-11-21T04:00:00Z');
    await looked(second);
    await looked(third);
    const stat = await world.stat(founder, '?statPeriod=30d');
    expect(stat).toMatchObject({
      ccid: founder.companyId,
      period: { from: '2026-10-23', to: '2026-11-21', previousFrom: '2026-09-23', previousTo: '2026-10-22' },
      summary: {
        viewers: 3,
        institutions: 1,
        returning: 2,
        opens: 4,
        medianSeconds: null,
        contacted: 0,
        bpSent: 0,
        previous: { viewers: 1, institutions: 1, returning: 0, opens: 1 },
      },
      byType: [{ type: 'ORG_INVESTOR', viewers: 3 }],
      totalCount: 3,
    });
    expect(stat.trend).toHaveLength(30);
    expect(stat.trend.slice(-2)).toEqual([
      { from: '2026-11-20', to: '2026-11-20', viewers: 2 },
      { from: '2026-11-21', to: '2026-11-21', viewers: 2 },
    ]);
    const inPeriod = { field: 'lastOn', op: 'between', value: [stat.period.from, null] };
    expect(await world.list(founder, 'CompanyVisitor', inPeriod)).toHaveLength(stat.summary.viewers);
    const again = { and: [inPeriod, { field: 'days', op: 'gte', value: 2 }] };
    expect(await world.list(founder, 'CompanyVisitor', again)).toHaveLength(stat.summary.returning);
    const ofDay = { field: 'visitedOn', op: 'on', value: '2026-11-20' };
    expect(await world.list(founder, 'CompanyVisit', ofDay)).toHaveLength(2);
  });

  it('have weeks from 90 days on, ending today, pages and a filter by kind', async () => {
    for (const kind of ['ORG_INVESTOR', 'LP', 'LP']) await looked(await world.investor(undefined, kind));
    const stat = await world.stat(founder, '?statPeriod=90d&statUserInvestorType=LP&page=2&pageSize=1');
    expect(stat).toMatchObject({ totalCount: 2, byType: [{ type: 'LP', viewers: 2 }], data: [{ investorType: 'LP' }] });
    expect(stat.trend).toHaveLength(13);
    expect(stat.trend.at(-1)).toMatchObject({ to: '2026-11-21', viewers: 2 });
    const pages = await Promise.all([1, 2, 3].map((page) => world.stat(founder, `?page=${page}&pageSize=1`)));
    expect(new Set(pages.flatMap(({ data }: VisitStat) => data.map(({ uid }) => uid))).size).toBe(3);
    expect((await world.stat(founder, '?statPeriod=all')).summary.previous).toBeNull();
    for (const query of ['?statPeriod=8d', '?statUserInvestorType=FA', '?page=0', '?pageSize=101'])
      expect((await world.askStat(founder, query)).status).toBe(422);
  });
});

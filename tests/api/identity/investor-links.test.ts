import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { PublicCard } from '#schemas/api/identity-companies.ts';
import { readCards } from '#server/features/visits/queries.ts';
import { made } from '#tests/support/editing.ts';
import { type IdentityWorld, nextKey, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: IdentityWorld;
let staff: Person;
let institution: string;
let record: string;
let people = 0;
beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('linking-staff', ['staff']);
});
beforeEach(async () => {
  people += 1;
  institution = await create('InsightOrg', { name: `关联资本${people}` });
  record = await create('InsightInvestor', { name: `示例关联${people}`, focusStages: ['B轮'] });
});
afterAll(() => world.close());

const create = async (apiName: string, values: object) =>
  made(await staff.post<RecordReply>(`/api/metadata/data/${apiName}`, { clientKey: nextKey(), values })).record.id;
const read = async (id: string) =>
  made(await staff.get<RecordReply>(`/api/metadata/data/InsightInvestor/${id}`)).record;
const filed = async (more: object = {}) => {
  const who = await world.person(`linked-${nextKey()}`);
  return { who, id: made(await world.submit(who, 'investor', more)).id };
};
const approved = async (more: object = {}, choice: object = {}) => {
  const { who, id } = await filed(more);
  made(await world.approve(staff, id, choice));
  return { who, id };
};
interface Line {
  readonly id: string;
  readonly version: number;
  readonly institution?: { readonly id: string } | null;
  readonly investor?: { readonly id: string } | null;
  readonly linked: boolean;
}
const lines = async (who: Person, as: Person = staff) => {
  const filter = { field: 'person', op: 'in', value: [who.id] };
  const fields = ['institution', 'investor', 'linked'];
  const body = { objectApiName: 'InvestorLink', filter, fields };
  return made(await as.post<{ list: Line[] }>('/api/metadata/data/getLayoutAndDataList', body)).list;
};
const line = async (who: Person) => {
  const [found] = await lines(who);
  if (!found) throw new Error('there is no line');
  return { version: found.version, institution: found.institution?.id ?? null, investor: found.investor?.id ?? null };
};
const link = (who: Person, body: object, as: Person = staff) =>
  as.post<null>(`/api/staff/investorLinks/${who.id}`, { version: 1, reason: '核对名片', ...body });
const unlink = (who: Person, version: number, as: Person = staff) =>
  as.post<null>(`/api/staff/investorLinks/${who.id}/end`, { version, reason: '关联有误' });
const parties = async (who: Person) => {
  const { rows } = await world.test.services.database.pool.query<{ record_id: string }>(
    'select record_id from record_party where account_id = $1',
    [who.id],
  );
  return rows.map(({ record_id: id }) => id);
};
const lastNotice = async (who: Person) => {
  const { list } = made(await who.get<{ list: { content: string }[] }>('/api/rong/systemMsgList?type=3'));
  return list[0]?.content;
};

describe('the approval of an investor', () => {
  it('offers staff the records of that institution and of that name, and no others', async () => {
    const { id } = await filed({ realName: `示例关联${people}`, orgName: `关联资本${people}` });
    const { institutions, investors } = await world.dossier(staff, id);
    expect(institutions.map((each) => each.id)).toEqual([institution]);
    expect(investors.map((each) => each.id)).toEqual([record]);
    const other = await filed({ realName: '另一个人', orgName: '没有收录的机构' });
    expect(await world.dossier(staff, other.id)).toMatchObject({ institutions: [], investors: [] });
  });

  it('links the account to what staff chose, in the same step', async () => {
    const { who } = await approved({}, { institution, investor: record });
    expect(await line(who)).toEqual({ version: 2, institution, investor: record });
    expect(await parties(who)).toEqual([record]);
  });

  it('links it to the institution that the form names, unless staff choose another', async () => {
    const { who } = await approved({ org: { id: institution }, orgName: null });
    expect((await line(who)).institution).toBe(institution);
    const other = await create('InsightOrg', { name: `另一家资本${people}` });
    const { who: second } = await approved({ org: { id: institution }, orgName: null }, { institution: other });
    expect((await line(second)).institution).toBe(other);
  });

  it('of one record for two accounts is refused as a whole, one after the other and at once', async () => {
    await approved({}, { investor: record });
    const second = await filed();
    expect(await world.approve(staff, second.id, { investor: record })).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '该投资人资料已关联其他账号，请先取消原关联',
    });
    expect(await world.rolesOf(second.who)).toEqual([]);
    const free = await create('InsightInvestor', { name: '同时关联' });
    const [left, right] = [await approved(), await approved()];
    const both = await Promise.all(
      [left, right].map(async ({ who }) => link(who, { ...(await line(who)), investor: free })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('names no record that is not there', async () => {
    const { who, id } = await filed();
    expect(await world.approve(staff, id, { investor: '999999999' })).toMatchObject({
      status: 422,
      problems: [{ field: 'investor', message: '所选记录不存在' }],
    });
    expect(await world.rolesOf(who)).toEqual([]);
  });
});

describe('the record of an investor', () => {
  it('is filled with what the certification says where it is empty, and nowhere else', async () => {
    const minCheck = { num: '1000000', currency: 'CNY' };
    await approved({ org: { id: institution }, orgName: null, minCheck }, { investor: record });
    expect(await read(record)).toMatchObject({
      org: { id: institution },
      title: '投资总监',
      focusIndustries: ['人工智能'],
      focusStages: ['B轮'],
      focusRegions: ['440000'],
      minCheck: { num: '1000000', currency: 'CNY' },
    });
  });

  it('leads to the account that it belongs to as its contact', async () => {
    const { who } = await approved({}, { institution, investor: record });
    const founder = await world.person(`asking-${people}`, ['START_UP']);
    const card = made(await founder.get<PublicCard>(`/api/rong/business/userInfo/queryByUserId?uid=${who.id}`));
    expect(card).toMatchObject({ uid: who.id, entityName: `关联资本${people}` });
  });
});

describe('what follows an institution', () => {
  it('names a visitor by the institution that staff decided on', async () => {
    const { who } = await approved({}, { institution });
    const { db } = world.test.services.database;
    await db.transaction().execute((trx) => readCards(trx, world.test.services.catalog, [who.id], '2026-11-21'));
    const card = await db
      .selectFrom('visit_card')
      .select('institution_id')
      .where('account_id', '=', who.id)
      .executeTakeFirst();
    expect(card?.institution_id).toBe(institution);
  });
});

describe('a link', () => {
  it('is changed later by staff with a reason, who is notified of and which the log keeps', async () => {
    const { who } = await approved();
    expect(await line(who)).toEqual({ version: 1, institution: null, investor: null });
    made(await link(who, { institution }));
    expect(await line(who)).toEqual({ version: 2, institution, investor: null });
    expect(await lastNotice(who)).toBe(`您的账号已关联到关联资本${people}，跟进与匹配以此为准。如有误请联系客服。`);
    made(await link(who, { version: 2, investor: record }));
    expect(await line(who)).toEqual({ version: 3, institution, investor: record });
    const { rows } = await world.test.services.database.pool.query<{ action: string; reason: string }>(
      "select action, reason from audit_log where target_id = $1 and action like 'identity.%inked' order by id",
      [who.id],
    );
    expect(rows).toEqual(Array(2).fill({ action: 'identity.linked', reason: '核对名片' }));
  });

  it('is undone: the record is free for another account, and the contact goes with it', async () => {
    const { who } = await approved({ org: { id: institution }, orgName: null }, { investor: record });
    made(await unlink(who, 2));
    expect(await line(who)).toEqual({ version: 3, institution: null, investor: null });
    expect(await parties(who)).toEqual([]);
    const { who: second } = await approved({}, { investor: record });
    expect((await line(second)).investor).toBe(record);
  });

  it('that another of the staff changed since is not written over', async () => {
    const { who } = await approved();
    made(await link(who, { institution }));
    expect(await link(who, { institution: null })).toMatchObject({ code: codeOf('CONFLICT') });
    expect(await unlink(who, 1)).toMatchObject({ code: codeOf('CONFLICT') });
  });

  it('ends with the certification, and not before', async () => {
    const { who, id } = await approved({}, { institution, investor: record });
    const { version } = (await world.dossier(staff, id)).case;
    made(await staff.post(`/api/rong/staff/identity/${id}/revoke`, { version, reason: '已离职' }));
    expect(await lines(who)).toEqual([]);
    expect(await parties(who)).toEqual([]);
    expect(await link(who, { institution })).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });

  it('is for staff to decide, and not about themselves', async () => {
    const { who } = await approved();
    const founder = await world.person(`curious-${people}`, ['START_UP']);
    for (const each of [who, founder]) {
      expect(await link(who, { institution }, each)).toMatchObject({ code: codeOf('FORBIDDEN') });
      expect(await unlink(who, 1, each)).toMatchObject({ code: codeOf('FORBIDDEN') });
    }
    const own = await world.person(`own-${people}`, ['staff']);
    const { id } = made(await world.submit(own, 'investor'));
    made(await world.approve(staff, id));
    expect(await link(own, { institution }, own)).toMatchObject({ status: 403, msg: '不能修改自己账号的关联' });
    expect(await link(founder, { institution })).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });
});

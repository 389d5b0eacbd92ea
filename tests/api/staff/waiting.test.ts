import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import { MOST_WAITING, type WaitingQueue } from '#schemas/api/waiting.ts';
import type { PushedEvent } from '#schemas/api/events.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { narrowedAddress, decodeListState } from '#shared/lists/list-address.ts';
import { VISITOR } from '#shared/policy/actor.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { approveAll } from '#tests/support/staff/approve-requests.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let test: TestApp;
let now = TEST_NOW;
const uids: Partial<Record<Who, string>> = {};
const heard: PushedEvent[] = [];
beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  const staff = staffRequests(test);
  for (const who of ['member', 'founder', 'staff'] as const) uids[who] = await staff.uidOf(who);
  const actor = { ...VISITOR, id: uids.staff ?? '', roles: ['staff'], duties: DUTIES };
  test.services.bus.subscribe((event) => heard.push(event), actor.id, actor);
});
afterAll(() => test.close());

const read = (who: Who) => test.get<{ list: WaitingQueue[] }>(who, '/api/staff/waiting');
const queues = async () => made(await read('staff')).list;
const queue = async (name: string) => (await queues()).find(({ objectApiName }) => objectApiName === name);
const report = (reportReason: string, who: Who = 'member') =>
  test.post<{ id: string }>(who, '/api/rong/reportAdd', {
    beReportId: uids.founder,
    reportType: ['过度骚扰'],
    reportReason,
    img: [],
    source: 7,
  });
const isHeard = (name: string) =>
  heard.some((event) => event.type === 'records.changed' && event.objectApiName === name);
let keys = 0;
const company = async (values: object) =>
  made(
    await test.post<RecordReply>('staff', '/api/metadata/data/InsightCompany', {
      clientKey: `company-${(keys += 1)}`,
      values,
    }),
  ).record.id;

describe('What waits for staff', () => {
  it.each([
    ['visitor', 'SESSION_INVALID'],
    ['member', 'FORBIDDEN'],
    ['founder', 'FORBIDDEN'],
    ['investor', 'FORBIDDEN'],
    ['organisation', 'FORBIDDEN'],
    ['svip', 'FORBIDDEN'],
  ] as const)('is closed to %s', async (who, failure) => {
    expect((await read(who)).code).toBe(codeOf(failure));
  });

  it('has a queue for each object that says what of it waits, all of them empty at first', async () => {
    const saying = test.services.catalog.objects.filter(({ definition }) => definition.waits);
    const list = await queues();
    expect(list.map(({ objectApiName }) => objectApiName).toSorted()).toEqual(
      saying.map(({ apiName }) => apiName).toSorted(),
    );
    expect(list.map(({ label }) => label).toSorted()).toEqual(
      [
        '认证审核',
        '举报',
        '纠错审核',
        '融资审核',
        '疑似重复',
        '订单',
        '客服留言',
        '答得不对的问题',
        '赠送审批',
        '权限审批',
      ].toSorted(),
    );
    expect(list.every(({ count, first }) => count === 0 && first.length === 0)).toBe(true);
  });

  it('grows by what users hand in, staff hear of it, and the oldest comes first', async () => {
    heard.length = 0;
    const first = made(await report('第一条'));
    expect(isHeard('Report')).toBe(true);
    now = new Date(now.getTime() + 60_000);
    made(await report('第二条', 'svip'));
    expect(await queue('Report')).toMatchObject({
      count: 2,
      link: '/staff/reports?state=open',
      first: [
        {
          id: first.id,
          name: '对示例创业者的举报',
          since: TEST_NOW.toISOString(),
          link: `/insight/Report/${first.id}`,
        },
        { since: now.toISOString() },
      ],
    });
    heard.length = 0;
    made(await test.post('staff', `/api/staff/reports/${first.id}/decide`, { decision: 'dismissed', note: '不成立' }));
    expect(isHeard('Report')).toBe(true);
    expect(await queue('Report')).toMatchObject({ count: 1, first: [{ since: now.toISOString() }] });
  });

  it('has what one of staff asks for until another decides on it, for those with the duty', async () => {
    heard.length = 0;
    const coins = { amount: 30, reason: '活动奖励', clientKey: 'waiting-coins' };
    made(await test.post('staff', `/api/staff/users/${uids.member}/coins`, coins));
    expect(isHeard('GrantRequest')).toBe(true);
    expect(await queue('GrantRequest')).toMatchObject({ count: 1, first: [{ name: '赠送 30 鲸币' }] });
    expect(made(await read('access')).list.map(({ objectApiName }) => objectApiName)).toEqual(['AccessRequest']);
    expect(made(await read('money')).list.find(({ objectApiName }) => objectApiName === 'GrantRequest')?.count).toBe(1);
    await approveAll(test);
    expect(await queue('GrantRequest')).toMatchObject({ count: 0 });
  });

  it('has what users ask customer service until it is answered, and staff hear of it', async () => {
    heard.length = 0;
    const { id } = made(
      await test.post<{ id: string }>('member', '/api/rong/service/message', { content: '如何认证？' }),
    );
    expect(isHeard('ServiceMessage')).toBe(true);
    expect(await queue('ServiceMessage')).toMatchObject({ count: 1 });
    made(await test.post('staff', `/api/staff/serviceMessages/${id}/answer`, { answer: '请在“认证”中提交。' }));
    expect(await queue('ServiceMessage')).toMatchObject({ count: 0 });
  });

  it('has what users say is wrong in a record, and staff hear of it', async () => {
    const id = await company({ name: '星河', legalName: '北京星河云图科技有限公司' });
    heard.length = 0;
    const body = { objectApiName: 'InsightCompany', id, field: 'name', value: '星河云图', reason: '名称有误' };
    made(await test.post('svip', '/api/metadata/correction', body));
    expect(isHeard('Correction')).toBe(true);
    expect(await queue('Correction')).toMatchObject({ count: 1, first: [{ name: '星河的企业简称' }] });
  });

  it('has pairs of records that a pass finds, and staff hear of them', async () => {
    await company({ name: '星河云图', legalName: '星河云图科技（北京）股份有限公司' });
    heard.length = 0;
    await test.services.duplicates.beginPasses();
    await test.services.duplicates.jobs.fill();
    expect(await queue('Duplicate')).toMatchObject({ count: 1, first: [{ name: '星河 与 星河云图' }] });
    await expect.poll(() => isHeard('Duplicate')).toBe(true);
  });

  it('is as many as the list behind each queue says', async () => {
    for (const { objectApiName, count, link } of await queues()) {
      const search = link.slice(link.indexOf('?'));
      const { filter } = decodeListState(narrowedAddress(search) ?? search).state;
      const counted = await test.post<{ total: number }>('staff', '/api/metadata/data/count', {
        objectApiName,
        filter,
        exact: true,
      });
      expect([objectApiName, made(counted).total]).toEqual([objectApiName, count]);
    }
  });

  it('is counted no further than one more than the most that is shown', async () => {
    await sql`
      insert into duplicate_pair
        (object_api_name, low_id, high_id, low_name, high_name, grade, reasons, found_at, seen_at)
      select 'InsightOrg', 1, 1 + number, '甲', '乙', 1, '{}', now(), now()
      from generate_series(1, ${MOST_WAITING + 20}) number`.execute(test.services.database.db);
    expect(await queue('Duplicate')).toMatchObject({ count: MOST_WAITING + 1, first: { length: 3 } });
  });

  it('follows what staff say of it, and asks nothing that the object cannot answer', async () => {
    const saved = savedDefinition(test, 'Report');
    const refused = await saveDefinition(test, {
      ...saved,
      waits: {
        when: { field: 'nothing', op: 'eq', value: 'open' },
        since: 'title',
        link: '/staff/reports?open={title}',
      },
    });
    expect(refused.problems.map(({ message }) => message)).toEqual([
      '待处理：“title”不是日期时间字段',
      '待处理：打开一条的地址只能含 {id}，不能含“title”',
      expect.stringMatching(/^待处理：.*nothing/),
    ]);
    const { waits: _none, ...silent } = saved;
    made(await saveDefinition(test, silent));
    expect(await queue('Report')).toBeUndefined();
  });
});

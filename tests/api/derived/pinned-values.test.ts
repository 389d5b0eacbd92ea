import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provenance } from '#schemas/api/corrections.ts';
import type { HistoryEntry, ListReply } from '#schemas/api/records.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { made, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
let test: TestApp;
let world: FirmsAndDeals;
let now = TEST_NOW;
beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  world = new FirmsAndDeals(test);
  await world.begin(
    [
      overDeals('total', { function: 'sum', of: ['amount'], stated: 'greater' }),
      overDeals('openTotal', { function: 'sum', of: ['amount'], filter: { field: 'open', op: 'eq', value: true } }),
      overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
      {
        apiName: 'isLarge',
        type: 'formula',
        label: '大',
        config: { resultType: 'boolean', expression: 'self.total.equivalentMoney >= 100' },
      },
    ],
    [overDeals('deals', { function: 'count', fields: ['leads', 'follows'] })],
  );
});
afterAll(() => test.close());

const link = (id: string) => ({ id });
const yuan = (num: string) => ({ num, currency: 'CNY' });
const deal = (firm: string, values: object) => world.create('Deal', { title: '交易', firm: link(firm), ...values });
const decided = { source: 'IT桔子', reason: '公告中有未收录的一轮' };
const pin = (who: Who, id: string, field: string, body: object) =>
  test.post(who, `${DATA}/Firm/${id}/pin/${field}`, body);
const unpin = (who: Who, id: string, field: string, reason = '已补录') =>
  test.post(who, `${DATA}/Firm/${id}/unpin/${field}`, { reason });
const provenance = async (who: Who, id: string, field: string, object = 'Firm') =>
  made(await test.get<Provenance>(who, `${DATA}/${object}/${id}/provenance?field=${field}`));
const audited = async (id: string) =>
  made(
    await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, {
      objectApiName: 'LogEntry',
      fields: ['action', 'reason', 'targetId'],
      filter: { field: 'targetId', op: 'eq', value: `Firm/${id}` },
    }),
  ).list.map(({ action, reason }) => [action, reason]);

describe('A value that staff pin over what is counted', () => {
  it('is in effect with all that follows from it, whatever is counted, until they end it', async () => {
    const firm = await world.create('Firm', { name: '星河' });
    await deal(firm, { amount: yuan('60') });
    made(await pin('staff', firm, 'total', { ...decided, value: yuan('500') }));
    expect(await world.read('Firm', firm)).toMatchObject({ total: { num: '500' }, isLarge: true });
    await deal(firm, { amount: yuan('900') });
    expect(await world.read('Firm', firm)).toMatchObject({ total: { num: '500' } });
    made(await unpin('staff', firm, 'total'));
    expect(await world.read('Firm', firm)).toMatchObject({ total: { num: '960', rows: 2 } });
    expect(await audited(firm)).toEqual([
      ['record.unpinned', '已补录'],
      ['record.pinned', '公告中有未收录的一轮'],
    ]);
    const path = `${DATA}/Firm/${firm}/history?field=total`;
    const history = made(await test.get<HistoryEntry[]>('staff', path));
    expect(history.map(({ actor, origin, changes }) => [actor, origin, changes[0]?.after])).toMatchObject([
      [expect.any(String), 'derived:恢复计算值', { num: '960' }],
      [expect.any(String), 'derived:改用给定值', { num: '500' }],
      [expect.stringMatching(/^Deal #\d+ 有变动$/), expect.any(String), { num: '60' }],
      [expect.any(String), 'form', undefined],
    ]);
    expect(history[0]?.actor).toBe(history[1]?.actor);
  });

  it('goes with its last day', async () => {
    const firm = await world.create('Firm', { name: '限期' });
    await deal(firm, { round: 'A', on: '2025-01-01' });
    const until = shanghaiDay(new Date(TEST_NOW.getTime() + DAY_MS));
    made(await pin('staff', firm, 'latestRound', { ...decided, value: 'C', until }));
    const rounds: unknown[] = [];
    for (const days of [0, 1, 2]) {
      now = new Date(TEST_NOW.getTime() + days * DAY_MS);
      await test.services.derived.passDay();
      rounds.push((await world.read('Firm', firm))['latestRound']);
    }
    now = TEST_NOW;
    expect(rounds).toEqual(['C', 'C', 'A']);
    expect(await provenance('staff', firm, 'latestRound')).toMatchObject({
      counted: { stated: [], changed: { cause: '给定值到期' } },
    });
  });

  it('is refused to others than staff, and where it is no value of the field', async () => {
    const firm = await world.create('Firm', { name: '拒' });
    const body = { ...decided, value: yuan('1') };
    expect(await pin('founder', firm, 'total', body)).toMatchObject({ status: 403 });
    expect(await pin('visitor', firm, 'total', body)).toMatchObject({ status: 401 });
    const problem = async (field: string, given: object, id = firm) => (await pin('staff', id, field, given)).msg;
    expect(await problem('total', { ...decided, value: null })).toBe('请填写给定的值');
    expect(await problem('name', body)).toBe('“name”不是汇总字段，不能给定值');
    expect(await problem('total', { ...body, until: '2020-01-01' })).toBe('截止日期不能早于今天');
    expect(await problem('total', { ...body, until: '2099-02-30' })).toContain('日期不存在');
    expect(await problem('total', { ...body, asOf: '2026-13' })).toContain('日期不存在');
    expect(await problem('total', { ...body, asOf: '2099' })).toBe('给定值的日期不能晚于今天');
    expect(await problem('total', body, '999999')).toBe('记录不存在或已删除');
    expect(await pin('staff', firm, 'total', { ...body, reason: '  ' })).toMatchObject({ status: 422 });
    expect(await unpin('staff', firm, 'total')).toMatchObject({ status: 404, msg: '这个值没有改用给定值' });
    expect(await audited(firm)).toEqual([]);
  });
});

describe('The source of a counted value', () => {
  it('is the records that it is counted from, which the list finds by the condition that it names', async () => {
    const firm = await world.create('Firm', { name: '来源' });
    await deal(firm, { amount: yuan('10'), open: true });
    await deal(firm, { open: true });
    await deal(firm, { amount: yuan('5') });
    const { source, counted, correctable } = await provenance('member', firm, 'openTotal');
    expect([source, correctable]).toEqual(['由Deal汇总', false]);
    expect(counted).toMatchObject({
      records: { objectApiName: 'Deal', label: 'Deal', rows: 2, known: 1, isDistinct: false },
      value: { num: '10' },
      stated: [],
      changed: { cause: expect.stringMatching(/^Deal #\d+ 有变动$/) },
      pinnable: false,
    });
    const body = { objectApiName: 'Deal', filter: counted?.records?.filter };
    expect(made(await test.post<ListReply>('member', `${DATA}/getLayoutAndDataList`, body)).total).toBe(2);
  });

  it('finds the records of several links', async () => {
    const fund = await world.create('Fund', { name: '远山' });
    await world.create('Deal', { title: '一', leads: [link(fund)] });
    await world.create('Deal', { title: '二', follows: [link(fund)] });
    const { counted } = await provenance('staff', fund, 'deals', 'Fund');
    const body = { objectApiName: 'Deal', filter: counted?.records?.filter };
    expect(made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, body)).total).toBe(2);
  });

  it('is of the day, month or year that staff name with the value', async () => {
    const firm = await world.create('Firm', { name: '何时' });
    made(await pin('staff', firm, 'total', { ...decided, value: yuan('500'), asOf: '2025-06' }));
    expect(await provenance('member', firm, 'total')).toMatchObject({
      source: 'IT桔子',
      asOf: '2025-06',
      counted: { stated: [{ asOf: '2025-06', pinned: true }] },
    });
    made(await pin('staff', firm, 'total', { ...decided, value: yuan('600') }));
    expect(await provenance('member', firm, 'total')).toMatchObject({ asOf: null });
  });

  it('names what is stated, with the reason for staff alone', async () => {
    const firm = await world.create('Firm', { name: '给定' });
    await deal(firm, { amount: yuan('10') });
    const sourceUrl = 'https://example.com/total';
    made(await pin('staff', firm, 'total', { ...decided, sourceUrl, value: yuan('500') }));
    const seen = await provenance('member', firm, 'total');
    expect(seen).toMatchObject({ source: 'IT桔子', sourceUrl, counted: { value: { num: '10' }, pinnable: false } });
    const fact = { source: 'IT桔子', value: { num: '500' }, pinned: true, until: null, inEffect: true };
    expect(seen.counted?.stated).toMatchObject([{ ...fact, reason: null }]);
    const { counted } = await provenance('staff', firm, 'total');
    expect(counted).toMatchObject({ pinnable: true, stated: [{ ...fact, reason: decided.reason }] });
  });

  it('says nothing of records whose list is closed to the reader, and no condition over a closed field', async () => {
    const firm = await world.create('Firm', { name: '关' });
    await deal(firm, { amount: yuan('10'), open: true });
    made(
      await saveField(test, 'Deal', {
        apiName: 'open',
        type: 'boolean',
        label: 'open',
        config: { visibleTo: ['staff'] },
      }),
    );
    expect((await provenance('member', firm, 'openTotal')).counted?.records).toMatchObject({ rows: 1, filter: null });
    expect((await provenance('staff', firm, 'openTotal')).counted?.records?.filter).not.toBeNull();
    const definition = savedDefinition(test, 'Deal');
    const access = { ...definition.access, list: 'staff' as const };
    made(await saveDefinition(test, { ...definition, access }));
    expect((await provenance('member', firm, 'total')).counted?.records).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry, ListReply, RecordReply } from '#schemas/api/records.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { codeOf, openTestApp, type Answer, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
/** Of a company that `beforeAll` makes; staff may write it on behalf of any. */
const REQUEST = {
  company: { id: '' },
  title: '寻求债权融资',
  financingType: 'debt',
  amount: { num: '5000000', currency: 'CNY' },
  repaymentWay: 'interest_first',
  repaymentCycle: 'month',
  termMonths: 12,
  useOfProceeds: '用于补充日常经营流动资金',
  contactName: '张三',
  contactPhone: '13800000000',
};
const NEWS = { title: '一条资讯', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
let test: TestApp;
let keys = 0;

const create = (who: 'staff' | 'founder', object: string, values: object, clientKey = `writing-${(keys += 1)}`) =>
  test.post<RecordReply>(who, `${DATA}/${object}`, { clientKey, values });
const update = (who: 'staff' | 'founder', object: string, id: string, version: number, values: object) =>
  test.post<RecordReply>(who, `${DATA}/${object}/${id}`, { version, values });
const idOf = (answer: Answer<RecordReply>): string => {
  expect(answer).toMatchObject({ status: 200, code: 0 });
  return answer.data.record.id;
};
const messages = (answer: Answer<unknown>) => answer.problems.map(({ field, message }) => `${field}：${message}`);

beforeAll(async () => {
  test = await openTestApp();
  const rates = [
    { currency: 'USD', day: '2019-01-01', cny: '6.8' },
    { currency: 'USD', day: '2020-01-01', cny: '7' },
  ];
  await writeRates(test.services.database.db, rates);
  REQUEST.company.id = idOf(await create('staff', 'InsightCompany', { name: '示例科技' }));
});
afterAll(() => test.close());

describe('a form sent twice', () => {
  it('makes one record, one after the other', async () => {
    const first = idOf(await create('staff', 'InsightNews', NEWS, 'sent-twice'));
    const second = idOf(await create('staff', 'InsightNews', { ...NEWS, title: '别的标题' }, 'sent-twice'));
    expect(second).toBe(first);
  });

  it('makes one record, ten at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create('staff', 'InsightNews', { ...NEWS, title: '十次' }, 'ten-at-once')),
    );
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const query = { objectApiName: 'InsightNews', filter: { field: 'title', op: 'eq', value: '十次' } };
    expect((await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, query)).data.list).toHaveLength(1);
  });

  it('by two people makes two', async () => {
    const work = { organization: '某公司', position: '经理', startOn: '2020-01', isCurrent: true };
    const first = await create('founder', 'WorkRecord', work, 'same-key-of-two');
    const second = await create('staff', 'WorkRecord', work, 'same-key-of-two');
    expect(idOf(second)).not.toBe(idOf(first));
  });
});

describe('a change', () => {
  it('touches only what was sent, and null clears', async () => {
    const id = idOf(await create('staff', 'InsightNews', { ...NEWS, media: '某媒体', author: '某人' }));
    const changed = await update('staff', 'InsightNews', id, 1, { title: '新标题', author: null });
    expect(changed.data.record).toMatchObject({ title: '新标题', media: '某媒体', version: 2 });
    expect(changed.data.record).not.toHaveProperty('author');
  });

  it('of an older version is a conflict that names the current one, and changes nothing', async () => {
    const id = idOf(await create('staff', 'InsightNews', NEWS));
    idOf(await update('staff', 'InsightNews', id, 1, { title: '先到' }));
    const late = await update('staff', 'InsightNews', id, 1, { title: '后到' });
    expect(late).toMatchObject({ status: 409, code: 40900, data: { version: 2 } });
    expect((await test.get<RecordReply>('staff', `${DATA}/InsightNews/${id}`)).data.record['title']).toBe('先到');
  });

  it('of the same version by ten at once is made by one', async () => {
    const id = idOf(await create('staff', 'InsightNews', NEWS));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => update('staff', 'InsightNews', id, 1, { title: `第 ${index} 个` })),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === codeOf('CONFLICT'))).toHaveLength(9);
  });

  it('that changes nothing makes no version', async () => {
    const id = idOf(await create('staff', 'InsightNews', NEWS));
    expect((await update('staff', 'InsightNews', id, 1, { title: NEWS.title })).data.record.version).toBe(1);
  });

  it('is shown field by field in the history, newest first', async () => {
    const id = idOf(await create('staff', 'InsightNews', NEWS));
    idOf(await update('staff', 'InsightNews', id, 1, { title: '二', media: '媒体' }));
    idOf(await update('staff', 'InsightNews', id, 2, { title: '三' }));
    const whole = await test.get<HistoryEntry[]>('staff', `${DATA}/InsightNews/${id}/history`);
    expect(whole.data.map(({ version, actor, origin }) => ({ version, actor, origin }))).toEqual(
      [3, 2, 1].map((version) => ({ version, actor: '示例运营', origin: 'form' })),
    );
    expect(whole.data[0]?.changes).toEqual([{ field: 'title', before: '二', after: '三' }]);
    const media = await test.get<HistoryEntry[]>('staff', `${DATA}/InsightNews/${id}/history?field=media`);
    expect(media.data.flatMap((entry) => entry.changes)).toEqual([{ field: 'media', before: null, after: '媒体' }]);
  });
});

describe('a link', () => {
  it('gets the name of its record when read, whatever name was sent', async () => {
    const company = idOf(await create('staff', 'InsightCompany', { name: '鲸图科技' }));
    const answer = await create('staff', 'InsightNews', { ...NEWS, companies: [{ id: company, name: '冒名' }] });
    expect(answer.data.record['companies']).toEqual([{ id: company, name: '鲸图科技' }]);
  });

  it('to nothing is refused', async () => {
    const answer = await create('staff', 'InsightNews', { ...NEWS, companies: [{ id: '999999' }] });
    expect(answer.status).toBe(422);
    expect(messages(answer)).toEqual(['companies：关联的记录不存在']);
  });
});

describe('an amount', () => {
  it('has its equivalent worked out at the rate of the day of the event, not from what was sent', async () => {
    const amount = { num: '100', currency: 'USD', equivalentMoney: '1' };
    const created = await create('staff', 'InsightTransaction', { title: '示例融资', fundedOn: '2019-06-01', amount });
    const id = idOf(created);
    expect(created.data.record['amount']).toEqual({ num: '100', currency: 'USD', equivalentMoney: '680' });
    const moved = await update('staff', 'InsightTransaction', id, 1, { fundedOn: '2020-06' });
    expect(moved.data.record['amount']).toEqual({ num: '100', currency: 'USD', equivalentMoney: '700' });
  });

  it('without a rate for its day has none, rather than a guess', async () => {
    const amount = { num: '100', currency: 'USD', equivalentMoney: '1' };
    const created = await create('staff', 'InsightTransaction', { title: '早年融资', fundedOn: '2001', amount });
    expect(created.data.record['amount']).toEqual({ num: '100', currency: 'USD' });
  });
});

describe('rules hold in their own words', () => {
  it('required', async () => {
    const answer = await create('staff', 'FinancingRequest', {});
    expect(messages(answer)).toEqual(
      expect.arrayContaining(['title：必填', 'company：必填', 'contactName：必填', 'contactPhone：必填']),
    );
  });

  it('lengths and the longest phone and address', async () => {
    const answer = await create('staff', 'FinancingRequest', {
      ...REQUEST,
      title: '短',
      contactPhone: '1'.repeat(21),
    });
    expect(messages(answer)).toEqual(['title：长度在 4 到 60 个字符', 'contactPhone：最大长度20']);
    const url = await create('staff', 'InsightNews', { ...NEWS, url: `https://example.com/${'a'.repeat(5000)}` });
    const limit = test.services.catalog.object('InsightNews').field('url')?.maxLength ?? 2000;
    expect(messages(url)).toEqual([`url：最大长度${limit}`]);
  });

  it('counts characters as people do', async () => {
    idOf(await create('staff', 'FinancingRequest', { ...REQUEST, title: '😀'.repeat(60) }));
    expect(messages(await create('staff', 'FinancingRequest', { ...REQUEST, title: '😀'.repeat(61) }))).toEqual([
      'title：长度在 4 到 60 个字符',
    ]);
  });

  it('the repayment cycle may only be “all” when repaid at once', async () => {
    const once = { ...REQUEST, repaymentWay: 'a_times' };
    const refused = await create('staff', 'FinancingRequest', { ...once, repaymentCycle: 'month' });
    expect(refused.status).toBe(422);
    expect(messages(refused)).toEqual(['repaymentCycle：还款方式为一次性时，还款周期只能为“全部”']);
    const { repaymentCycle: _left, ...open } = once;
    expect((await create('staff', 'FinancingRequest', open)).data.record['repaymentCycle']).toBe('all');
  });

  it('a field hidden by a rule never blocks, and keeps nothing', async () => {
    const equity = {
      ...REQUEST,
      financingType: 'equity',
      round: test.services.catalog.optionSet('round').options[3]?.value,
      equityRatio: '10',
    };
    const answer = await create('staff', 'FinancingRequest', { ...equity, repaymentWay: 'nonsense', termMonths: -5 });
    idOf(answer);
    expect(answer.data.record).not.toHaveProperty('termMonths');
    expect(answer.data.record).not.toHaveProperty('repaymentWay');
  });

  it('news is not published tomorrow', async () => {
    const answer = await create('staff', 'InsightNews', { ...NEWS, publishedOn: '2026-11-21T17:00:00.000Z' });
    expect(messages(answer)).toEqual(['publishedOn：发布时间不能晚于今天']);
    idOf(await create('staff', 'InsightNews', { ...NEWS, publishedOn: '2026-11-21T15:59:00.000Z' }));
  });

  it('an unknown field is refused by name', async () => {
    const answer = await create('staff', 'InsightNews', { ...NEWS, nope: 1, constructor: 2 });
    expect(messages(answer)).toEqual(['nope：没有字段“nope”', 'constructor：没有字段“constructor”']);
  });
});

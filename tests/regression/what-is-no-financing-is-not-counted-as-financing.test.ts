import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartReply } from '#schemas/api/details.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let created = 0;
const ids: Record<string, string> = {};

async function create(object: string, values: object): Promise<string> {
  const clientKey = `no-financing-${(created += 1)}`;
  return made(await test.post<RecordReply>('staff', `/api/metadata/data/${object}`, { clientKey, values })).record.id;
}

beforeAll(async () => {
  test = await openTestApp();
  const track = (ids['InsightIndustryLabel'] = await create('InsightIndustryLabel', { name: '机器人' }));
  const company = (ids['InsightCompany'] = await create('InsightCompany', { name: '甲公司', tracks: [{ id: track }] }));
  const other = await create('InsightCompany', { name: '乙公司' });
  const deal = (title: string, round: string | undefined, num: string, more: object = {}) =>
    create('InsightTransaction', {
      title,
      company: { id: company },
      tracks: [{ id: track }],
      fundedOn: '2024-05-06',
      amount: { num, currency: 'CNY' },
      ...(round && { round }),
      ...more,
    });
  await deal('首轮', 'A轮', '100');
  await deal('未写轮次', undefined, '10');
  await deal('被乙收购', '并购', '100000');
  await deal('老股', '股权转让', '7000');
  await deal('公开发行', 'IPO上市', '50000');
  await deal('收购乙', '被收购', '3000', { company: { id: other }, acquirer: { id: company }, tracks: [] });
});
afterAll(() => test.close());

const charts = async (object: string) => {
  const { charts: all = [] } = test.services.catalog.object(object).definition.layouts.detail;
  const replies = await Promise.all(
    all.map((_chart, chart) =>
      test.post<ChartReply>('staff', '/api/metadata/data/getChart', { objectApiName: object, id: ids[object], chart }),
    ),
  );
  return Object.fromEntries(all.map(({ label }, at) => [label, replies[at]?.data]));
};

const titles = async (object: string, label: string): Promise<string[]> => {
  const lists = test.services.catalog.object(object).definition.layouts.detail.related;
  const related = lists.findIndex((list) => list.label === label);
  const body = { objectApiName: object, id: ids[object], related };
  const { data } = await test.post<ListReply>('staff', '/api/metadata/data/getRelatedList', body);
  return data.list.map((row) => String(row['title'])).toSorted();
};

describe('what is no financing', () => {
  it.each([
    ['InsightCompany', '历年融资金额', '历年融资次数'],
    ['InsightIndustryLabel', '各季度融资金额', '各季度融资次数'],
  ])('is neither added up nor counted by the charts of financing of %s', async (object, amounts, counts) => {
    const found = await charts(object);
    const sum = (label: string) =>
      (found[label]?.series ?? []).flatMap(({ values }) => values).reduce((total, value) => total + Number(value), 0);
    expect([sum(amounts), sum(counts)]).toEqual([110, 2]);
  });

  it('is in a related list of its own, beside the financing', async () => {
    expect(await titles('InsightCompany', '融资历程')).toEqual(['未写轮次', '首轮']);
    const others = '上市、并购与股权变动';
    expect(await titles('InsightCompany', others)).toEqual(['公开发行', '收购乙', '老股', '被乙收购']);
    expect(await titles('InsightIndustryLabel', '融资事件')).toEqual(['未写轮次', '首轮']);
    expect(await titles('InsightIndustryLabel', others)).toEqual(['公开发行', '老股', '被乙收购']);
  });
});

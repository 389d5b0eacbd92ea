import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartReply } from '#schemas/api/details.ts';
import type { Chart } from '#schemas/metadata/detail.ts';
import { openDealWorld, to, type DealWorld } from '#tests/support/records/deal-world.ts';
import { hideByUpgrade, made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import type { Who } from '#tests/support/app/test-app.ts';

let world: DealWorld;
let fund: string;

const OF_FUND = { objectApiName: 'Deal', fields: ['leads', 'follows'] } as const;
const CHARTS: readonly Chart[] = [
  {
    label: '历年次数',
    kind: 'bar',
    ...OF_FUND,
    fields: ['leads', 'follows'],
    groupBy: { field: 'on' },
    splitBy: 'stage',
    measure: 'count',
  },
  {
    label: '历年金额',
    kind: 'bar',
    ...OF_FUND,
    fields: ['leads', 'follows'],
    groupBy: { field: 'on', unit: 'year' },
    measure: { sum: 'money' },
  },
  {
    label: '各季度',
    kind: 'line',
    ...OF_FUND,
    fields: ['leads', 'follows'],
    groupBy: { field: 'on', unit: 'quarter' },
    measure: 'count',
  },
  {
    label: '行业',
    kind: 'pie',
    objectApiName: 'Firm',
    through: { objectApiName: 'Deal', from: ['leads', 'follows'], to: ['firm'] },
    groupBy: { field: 'industry', level: 'top' },
    measure: 'count',
  },
  {
    label: '企业',
    kind: 'bar',
    ...OF_FUND,
    fields: ['leads', 'follows'],
    groupBy: { field: 'firm' },
    measure: 'count',
  },
  {
    label: '领投',
    kind: 'bar',
    ...OF_FUND,
    fields: ['leads', 'follows'],
    groupBy: { field: 'leads' },
    measure: 'count',
  },
  {
    label: '早期以外的金额',
    kind: 'bar',
    ...OF_FUND,
    fields: ['leads', 'follows'],
    filter: { field: 'stage', op: 'notIn', value: ['早期'] },
    groupBy: { field: 'on', unit: 'year' },
    measure: { sum: 'money' },
  },
];

beforeAll(async () => {
  world = await openDealWorld();
  fund = await world.create('Fund', { name: '甲基金' });
  const other = await world.create('Fund', { name: '乙基金' });
  const firm = (name: string, industry: string) => world.create('Firm', { name, industry });
  const vision = await firm('视觉', '计算机视觉');
  const voice = await firm('语音', '人工智能');
  const service = await firm('客服', '客户服务');
  const deal = (
    company: string,
    on: string | undefined,
    stage: string | undefined,
    money: object | undefined,
    more = {},
  ) =>
    world.create('Deal', {
      title: `${company} ${on}`,
      firm: { id: company },
      leads: to(fund),
      ...(on && { on }),
      ...(stage && { stage }),
      ...(money && { money }),
      ...more,
    });
  await deal(vision, '2021-03-31', '早期', { num: '0.1', currency: 'CNY' });
  await deal(vision, '2021', '成长期', { num: '0.2', currency: 'CNY' }, { follows: to(fund, other) });
  await deal(voice, '2023-11', '早期', { band: '未透露' });
  await deal(voice, '2024-02', undefined, { num: '2', currency: 'USD' });
  await deal(service, '2026-10-01', '早期', { num: '9000000000000000000000', currency: 'CNY' });
  await deal(service, undefined, '早期', { num: '5', currency: 'CNY' });
  await world.create('Deal', { title: '别人的', firm: { id: service }, on: '1999', leads: to(other) });
  await world.layOut('Fund', { charts: CHARTS as Chart[] });
});
afterAll(() => world.app.close());

const ask = (chart: number, who: Who = 'founder') =>
  world.app.post<ChartReply | null>(who, '/api/metadata/data/getChart', { objectApiName: 'Fund', id: fund, chart });
async function chartAt(chart: number): Promise<ChartReply> {
  const { data } = await ask(chart);
  if (!data) throw new Error('There is no such chart.');
  return data;
}
const labels = (chart: ChartReply) => chart.categories.map(({ label }) => label);
const values = (chart: ChartReply) => Object.fromEntries(chart.series.map((series) => [series.label, series.values]));

describe('a chart over years', () => {
  it('counts each record once, with a series for each value and 0 for years without any', async () => {
    const chart = await chartAt(0);
    expect(labels(chart)).toEqual(['2021年', '2022年', '2023年', '2024年', '2025年', '2026年']);
    expect(values(chart)).toEqual({
      早期: ['1', '0', '1', '0', '0', '1'],
      成长期: ['1', '0', '0', '0', '0', '0'],
      未标明: ['0', '0', '0', '1', '0', '0'],
    });
    expect(chart).toMatchObject({ unit: '条', period: 'year', sampleSize: 6, unknown: 1, earlier: 0 });
    expect(Number.isNaN(Date.parse(chart.asOf ?? ''))).toBe(false);
  });

  it('marks only what is too fresh to be known', async () => {
    const marked = (await chartAt(0)).categories.filter(({ incomplete }) => incomplete);
    expect(marked.map(({ key }) => key)).toEqual(['2026']);
  });

  it('adds amounts up exactly in CNY; where none is known there is no number', async () => {
    const chart = await chartAt(1);
    expect(values(chart)).toEqual({ '': ['0.3', '0', null, '14', '0', '9000000000000000000000'] });
    expect(chart).toMatchObject({ unit: 'CNY', sampleSize: 6, unknown: 2 });
  });
});

it('A chart with a condition counts and adds up only the records that meet it', async () => {
  const chart = await chartAt(6);
  expect(values(chart)).toEqual({ '': ['0.2', '0', '0', '14'] });
  expect(chart).toMatchObject({ sampleSize: 2, unknown: 0 });
});

it('a chart over quarters does not know the quarter of a year', async () => {
  const chart = await chartAt(2);
  expect(labels(chart).slice(0, 3)).toEqual(['2021年一季度', '2021年二季度', '2021年三季度']);
  expect(chart.categories).toHaveLength(24);
  const drawn = chart.series[0]?.values.flatMap((value, at) => (value === '0' ? [] : [chart.categories[at]?.key]));
  expect(drawn).toEqual(['2021Q1', '2023Q4', '2024Q1', '2026Q4']);
  expect(chart.categories.filter(({ incomplete }) => incomplete).map(({ key }) => key)).toEqual([
    '2026Q2',
    '2026Q3',
    '2026Q4',
  ]);
  expect(chart).toMatchObject({ sampleSize: 6, unknown: 2 });
});

describe('a chart of groups', () => {
  it('goes over other records and up to the roots of a tree, each record once', async () => {
    const chart = await chartAt(3);
    expect(labels(chart)).toEqual(['人工智能', '企业服务']);
    expect(values(chart)).toEqual({ '': ['2', '1'] });
    expect(chart).toMatchObject({ period: null, sampleSize: 3, unknown: 0 });
  });

  it('names the records that groups represent; a record with several is in each of them', async () => {
    expect(labels(await chartAt(4)).toSorted()).toEqual(['客服', '视觉', '语音']);
    const leads = await chartAt(5);
    expect(labels(leads)).toEqual(['甲基金']);
    expect(leads.sampleSize).toBe(6);
  });
});

it('there is no chart beyond the layout, and none of a record that is not there', async () => {
  expect(await ask(9)).toMatchObject({ status: 400, problems: [{ field: 'chart' }] });
  const gone = await world.app.post('founder', '/api/metadata/data/getChart', {
    objectApiName: 'Fund',
    id: '999',
    chart: 0,
  });
  expect(gone).toMatchObject({ status: 404 });
});

describe('what is closed or gone', () => {
  it('is never added up: the chart is left out for a user who may not read a field of it', async () => {
    const saved = savedDefinition(world.app, 'Deal');
    const fields = saved.fields.map((field) =>
      field.apiName === 'money' ? { ...field, config: { ...field.config, visibleTo: ['svip'] } } : field,
    );
    made(await saveDefinition(world.app, { ...saved, fields }));
    expect(await ask(1)).toMatchObject({ code: 0, data: null });
    expect((await ask(1, 'svip')).data?.sampleSize).toBe(6);
    expect((await ask(0)).data?.sampleSize).toBe(6);
  });

  it('leaves the chart out and the page whole when a field is removed', async () => {
    await hideByUpgrade(world.app, 'Deal', 'stage');
    expect(await ask(0)).toMatchObject({ code: 0, data: null });
    // Without the field it cannot be known which records the condition leaves out.
    expect(await ask(6)).toMatchObject({ code: 0, data: null });
    expect((await ask(2)).data?.sampleSize).toBe(6);
    expect(await saveDefinition(world.app, savedDefinition(world.app, 'Fund'))).toMatchObject({ code: 0 });
  });

  it('counts for each person the records that are his own, where they belong to their owners', async () => {
    const saved = savedDefinition(world.app, 'Deal');
    made(await saveDefinition(world.app, { ...saved, access: { ...saved.access, list: 'owner', detail: 'owner' } }));
    await world.create('Deal', { title: '自己的', on: '2020', leads: to(fund) }, 'founder');
    expect((await ask(2)).data).toMatchObject({ sampleSize: 1, unknown: 1, categories: [], series: [] });
    expect((await ask(2, 'staff')).data?.sampleSize).toBe(7);
  });

  it('refuses as the list behind it does', async () => {
    const saved = savedDefinition(world.app, 'Deal');
    made(await saveDefinition(world.app, { ...saved, access: { ...saved.access, list: 'svip' } }));
    expect(await ask(2)).toMatchObject({ status: 403 });
  });
});

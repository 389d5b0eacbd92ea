import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readChart, type ChartReply } from '#schemas/api/details.ts';
import { listObjects, readObject } from '#schemas/api/metadata.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { DetailChart } from '#generators/detail-blocks.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { BlockReader } from '#client/features/records/blocks/block-reader.ts';
import { ChartCard } from '#client/features/records/blocks/chart-card.tsx';
import { ChartStore } from '#client/features/records/blocks/chart-store.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { chartOption, type ChartLook } from '#client/ui/chart/chart-option.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

const drawn = vi.hoisted(() => vi.fn<(element: unknown, drawing: { onPick: (at: number) => void }) => () => void>());
vi.mock('#client/ui/chart/draw-chart.ts', () => ({ drawChart: drawn }));

beforeEach(() => {
  openScreen();
  drawn.mockReset();
  drawn.mockReturnValue(() => undefined);
});
afterEach(cleanup);

const deal: ObjectDefinition = {
  ...sampleObject([
    { apiName: 'title', type: 'text', label: '标题' },
    { apiName: 'leads', type: 'multiReference', label: '领投', targetApiName: 'InsightOrg' },
    { apiName: 'follows', type: 'multiReference', label: '跟投', targetApiName: 'InsightOrg' },
    { apiName: 'on', type: 'date', label: '日期' },
  ]),
  apiName: 'Deal',
};
const layout: DetailChart = {
  id: 'chart-0',
  index: 0,
  label: '历年投资金额',
  kind: 'bar',
  objectApiName: 'Deal',
  fields: ['leads', 'follows'],
  groupBy: { field: 'on' },
  measure: { sum: 'money' },
};
const CHART: ChartReply = {
  categories: [
    { key: '2024', label: '2024年' },
    { key: '2025', label: '2025年' },
    { key: '2026', label: '2026年', incomplete: true },
  ],
  series: [
    { key: 'a', label: 'A轮', values: ['350000000', null, '1'] },
    { key: 'b', label: 'B轮', values: ['0', '0', '20000'] },
  ],
  unit: 'CNY',
  period: 'year',
  groupField: 'on',
  sampleSize: 1234,
  unknown: 3,
  earlier: 0,
  asOf: '2026-11-20T18:00:00.000Z',
};

async function open(answer: () => ChartReply | null, more: Partial<typeof layout> = {}) {
  const api = new FakeApi()
    .on(readChart, answer)
    .on(readObject, () => deal)
    .on(listObjects, () => [{ apiName: 'Deal', label: '交易', route: '/data/deal', creatable: false } as never]);
  const catalog = new CatalogStore(api);
  await catalog.loadObjects();
  const reader = new BlockReader(api, { objectApiName: 'InsightOrg', id: '7' });
  const store = new ChartStore(reader, catalog, { ...layout, ...more });
  render(<ChartCard store={store} />);
  await store.chart.load();
  return { store, api, user: userEvent.setup() };
}

describe('a chart', () => {
  test('is a picture with a sentence for those who do not see it, and says what it was made from', async () => {
    await open(() => CHART);
    const picture = await screen.findByRole('img');
    expect(picture.getAttribute('aria-label')).toBe(
      '历年投资金额：2024年至2026年，分A轮、B轮，2024年最多；最近的数据尚不完整。逐项数字见“查看数据”。',
    );
    expect(screen.getByText(/样本 1,234 条 · 其中 3 条缺少所需信息，未计入 · 数据截至 2026-11-21/)).toBeTruthy();
    expect(screen.getByText('数据尚不完整')).toBeTruthy();
    expect(drawn).toHaveBeenCalledOnce();
  });

  test('shows its numbers as a table, each group a link to the list of its records', async () => {
    const { user } = await open(() => CHART);
    await user.click(await screen.findByRole('button', { name: '查看数据' }));
    const rows = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toEqual(['时间A轮B轮', '2024年3.5亿元0元', '2025年未披露0元', '2026年数据尚不完整1元2万元']);
    const href = screen.getByRole('link', { name: '2025年' }).getAttribute('href') ?? '';
    expect(href.split('?')[0]).toBe('#/data/deal');
    expect(decodeListState(`?${href.split('?')[1] ?? ''}`)).toMatchObject({
      notices: [],
      state: {
        filter: {
          and: [
            {
              or: [
                { field: 'leads', op: 'containsAny', value: ['7'] },
                { field: 'follows', op: 'containsAny', value: ['7'] },
              ],
            },
            { field: 'on', op: 'between', value: ['2025-01-01', '2025-12-31'] },
          ],
        },
      },
    });
    await user.click(screen.getByRole('button', { name: '查看图表' }));
    expect(await screen.findByRole('img')).toBeTruthy();
  });

  test('opens the list of a group that is pressed; of all others together there is none', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { store } = await open(() => CHART);
    await waitFor(() => expect(drawn).toHaveBeenCalled());
    drawn.mock.calls[0]?.[1].onPick(0);
    expect(opened).toHaveBeenCalledWith(expect.stringContaining('#/data/deal?f='), '_blank', 'noopener');
    expect(store.hrefOf('…')).toBeUndefined();
  });

  test('over other records leads to no list', async () => {
    const { fields: _, ...rest } = layout;
    const through = { objectApiName: 'Deal', from: ['leads'], to: ['firm'] };
    const { store } = await open(() => CHART, { ...rest, fields: undefined, through } as never);
    await screen.findByRole('img');
    expect(store.hrefOf('2025')).toBeUndefined();
  });

  test('that has nothing to show says so in words', async () => {
    await open(() => ({ ...CHART, categories: [], series: [], sampleSize: 0, unknown: 0, asOf: null }));
    expect(await screen.findByText('暂无相关数据')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('made of a field that is gone is left out', async () => {
    await open(() => null);
    await waitFor(() => expect(screen.queryByRole('region', { name: '历年投资金额' })).toBeNull());
  });

  test('that cannot be had says why and can be asked for again', async () => {
    let tries = 0;
    const { user } = await open(() => {
      tries += 1;
      if (tries === 1) throw refusal('UNAVAILABLE');
      return CHART;
    });
    await user.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByRole('img')).toBeTruthy();
  });
});

describe('what is drawn', () => {
  const look: ChartLook = {
    colours: ['#111111', '#222222'],
    text: '#333333',
    soft: '#444444',
    line: '#555555',
    paper: '#666666',
    font: 'x',
  };
  const seriesOf = (kind: 'bar' | 'line' | 'pie') =>
    chartOption(kind, CHART, look, 800)['series'] as { data: unknown[] }[];

  test('hatches the bars of periods that are not complete, and keeps what is not known apart from nothing', () => {
    expect(seriesOf('bar').map(({ data }) => data)).toEqual([
      [350000000, null, { value: 1, itemStyle: expect.objectContaining({ opacity: 0.45 }) as unknown }],
      [0, 0, { value: 20000, itemStyle: expect.objectContaining({ opacity: 0.45 }) as unknown }],
    ]);
  });

  test('stacks bars whose sum is the whole, and sets those of two periods beside one another', () => {
    const stacks = (chart: ChartReply) =>
      (chartOption('bar', chart, look, 800)['series'] as { stack?: string }[]).map(({ stack }) => stack);
    expect(stacks(CHART)).toEqual(['all', 'all']);
    expect(stacks({ ...CHART, compared: true })).toEqual([undefined, undefined]);
  });

  test('draws the last stretch of a line dashed', () => {
    expect(seriesOf('line').map(({ data }) => data)).toEqual([
      [350000000, null, null],
      [null, null, 1],
      [0, 0, null],
      [null, 0, 20000],
    ]);
  });

  test('describes a place by its exact numbers, and whether they are complete', () => {
    const { formatter } = chartOption('bar', CHART, look, 800)['tooltip'] as { formatter: (at: object[]) => string };
    expect(formatter([{ dataIndex: 2 }])).toBe('2026年\nA轮  1元\nB轮  2万元\n数据尚不完整');
    expect(formatter([{ dataIndex: 1 }])).toBe('2025年\nA轮  未披露');
  });
});

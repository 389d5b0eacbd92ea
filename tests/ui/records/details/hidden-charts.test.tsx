import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readChart, type ChartReply } from '#schemas/api/details.ts';
import { listObjects, readObject } from '#schemas/api/metadata.ts';
import { readRecord } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { RecordDetailPage } from '#client/features/records/details/record-detail-page.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

vi.mock('#client/ui/chart/draw-chart.ts', () => ({ drawChart: () => () => undefined }));

beforeEach(() => openScreen());
afterEach(cleanup);

const base = sampleObject([{ apiName: 'name', type: 'text', label: '名称' }]);
const LABEL = '活动的分布';
const organizer: ObjectDefinition = {
  ...base,
  apiName: 'Organizer',
  layouts: {
    ...base.layouts,
    detail: {
      sections: [{ label: '基本信息', fields: ['name'] }],
      related: [],
      charts: [
        { label: LABEL, kind: 'bar', objectApiName: 'Event', fields: ['organizer'], groupBy: { field: 'form' } },
      ],
    },
  },
};

const chartOf = (groups: readonly string[], more: Partial<ChartReply> = {}): ChartReply => ({
  categories: groups.map((key) => ({ key, label: key })),
  series: [{ key: '', label: '', values: groups.map(() => '1') }],
  unit: '条',
  period: null,
  groupField: 'form',
  sampleSize: groups.length,
  unknown: 0,
  earlier: 0,
  asOf: null,
  ...more,
});

async function open(chart: ChartReply) {
  const api = new FakeApi()
    .on(readObject, () => organizer)
    .on(listObjects, () => [])
    .on(readRecord, () => ({ record: row({ id: '7', name: '甲' }), locked: [], editable: false }))
    .on(readChart, () => chart);
  const store = new RecordDetailStore(api, new CatalogStore(api), 'Organizer', '7');
  const place = { tab: null, onTab: store.blocks.choose };
  render(<RecordDetailPage store={store} options={new LookupStore(api)} onUpgrade={() => undefined} place={place} />);
  await screen.findByRole('region', { name: '基本信息' });
  return userEvent.setup();
}

test('a chart over two groups of one record each is on the page', async () => {
  await open(chartOf(['线上', '线下']));
  expect(await screen.findByRole('button', { name: '查看数据' })).toBeTruthy();
  expect(screen.queryByText(/未显示/)).toBeNull();
});

test.each([
  ['one group', chartOf(['线上']), '未显示数据过少的 1 个图表'],
  ['two periods', chartOf(['2025', '2026'], { period: 'year' }), '未显示数据过少的 1 个图表'],
  ['records of no group', chartOf([], { sampleSize: 2, unknown: 2 }), '未显示数据过少的 1 个图表'],
  ['no records', chartOf([]), '未显示暂无内容的 1 个图表'],
])('a chart over %s is left out, and the page says why', async (_, chart, words) => {
  const user = await open(chart);
  expect((await screen.findByText(/未显示/)).textContent).toContain(words);
  expect(screen.queryByRole('region', { name: LABEL })).toBeNull();
  await user.click(screen.getByRole('button', { name: '展开' }));
  expect(screen.getByRole('region', { name: LABEL })).toBeTruthy();
});

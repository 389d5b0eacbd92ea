import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readChart, type ChartReply } from '#schemas/api/details.ts';
import { startExport } from '#schemas/api/exports.ts';
import { readObject } from '#schemas/api/metadata.ts';
import { readRecord, type RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { comparedOf, comparePath, isComparable } from '#client/lib/compare-address.ts';
import { ComparePage } from '#client/features/records/compare/compare-page.tsx';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { CompareStore } from '#client/features/records/compare/compare-store.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const base = sampleObject([
  { apiName: 'name', type: 'text', label: '企业简称' },
  { apiName: 'city', type: 'text', label: '城市' },
  { apiName: 'staff', type: 'integer', label: '员工人数' },
  { apiName: 'valuation', type: 'currency', label: '估值' },
  { apiName: 'secret', type: 'text', label: '备注' },
]);
const company: ObjectDefinition = {
  ...base,
  apiName: 'InsightCompany',
  label: '企业',
  layouts: {
    ...base.layouts,
    detail: {
      sections: [
        { label: '基本信息', fields: ['name', 'city', 'staff', 'secret'] },
        { label: '融资', fields: ['valuation'] },
      ],
      related: [],
      charts: [
        {
          label: '历年融资次数',
          kind: 'bar',
          objectApiName: 'InsightTransaction',
          fields: ['company'],
          groupBy: { field: 'fundedOn', unit: 'year' },
        },
        { label: '轮次分布', kind: 'pie', objectApiName: 'InsightTransaction', groupBy: { field: 'round' } },
      ],
    },
  },
};
const yearly = (values: Readonly<Record<string, readonly string[]>>): ChartReply => ({
  categories: Object.keys(values).map((key) => ({ key, label: `${key}年` })),
  series: [0, 1].map((at) => ({
    key: String(at),
    label: `轮次${at}`,
    values: Object.values(values).map((numbers) => numbers[at] ?? null),
  })),
  unit: '次',
  period: 'year',
  groupField: 'fundedOn',
  sampleSize: 3,
  unknown: 0,
  earlier: 0,
  asOf: null,
});
const CHARTS: Readonly<Record<string, ChartReply | null>> = {
  1: yearly({ 2023: ['1'], 2025: ['2', '2'] }),
  2: yearly({ 2024: ['1'] }),
  3: null,
};
const reply = (record: Record<string, unknown>, more: Partial<RecordReply> = {}): RecordReply => ({
  record: row(record as Parameters<typeof row>[0]),
  locked: [],
  editable: false,
  ...more,
});
const RECORDS: Readonly<Record<string, RecordReply>> = {
  1: reply({ id: '1', name: '示例甲', city: '上海', staff: 0, valuation: { num: '1000', currency: 'CNY' } }),
  4: reply({ id: '4', name: '示例丁', valuation: { num: '1000000', currency: 'USD', equivalentMoney: '7100000' } }),
  2: reply({ id: '2', name: '示例乙', city: '上海', staff: 12 }),
  3: reply({ id: '3', name: '示例丙', city: '北京' }, { locked: ['staff', 'valuation'] }),
};

async function open(ids: readonly string[]) {
  const api = new FakeApi()
    .on(readObject, () => company)
    .on(readChart, ({ body }) => CHARTS[body.id] ?? null)
    .on(readRecord, ({ params }) => {
      const found = RECORDS[params.id];
      if (found && params.id === '3') throw refusal('VIP_REQUIRED', found);
      if (!found) throw refusal('UNKNOWN_RECORD');
      return found;
    });
  const store = new CompareStore(api, new CatalogStore(api), 'InsightCompany');
  const shown: (readonly string[])[] = [];
  const exports = new ExportStore(api, 'InsightCompany', { download: () => undefined, wait: async () => undefined });
  render(
    <ComparePage
      store={store}
      asked={ids}
      options={new LookupStore(api)}
      onIds={(next) => shown.push(next)}
      onUpgrade={() => undefined}
      exports={exports}
    />,
  );
  await screen.findByRole('heading', { level: 1, name: '企业对比' });
  return { api, shown, store, exports, user: userEvent.setup() };
}

/** The texts of a row of the table: its label, then its values. */
const line = (label: string) =>
  within(screen.getByRole('rowheader', { name: label }).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('records side by side', () => {
  test('have a column each and a row for each field of the detail layout, in its sections', async () => {
    await open(['1', '2']);
    expect(await screen.findByRole('columnheader', { name: /示例乙/ })).toBeTruthy();
    expect(await screen.findByRole('columnheader', { name: /示例甲/ })).toBeTruthy();
    expect(line('城市')).toEqual(['上海', '上海']);
    // Nought is known; nothing is not nought.
    expect(line('员工人数')).toEqual(['0', '12']);
    expect(line('估值')[1]).toBe('未知');
    expect(screen.getByRole('rowheader', { name: '融资' })).toBeTruthy();
  });

  test('leave out what no record has', async () => {
    await open(['1', '2']);
    await screen.findByRole('columnheader', { name: /示例乙/ });
    expect(screen.queryByRole('rowheader', { name: '备注' })).toBeNull();
  });

  test('show only what differs when asked to, and say how much that is', async () => {
    const { user } = await open(['1', '2']);
    await screen.findByRole('columnheader', { name: /示例乙/ });
    await user.click(screen.getByRole('checkbox', { name: '只看不同（2 / 3）' }));
    expect(screen.queryByRole('rowheader', { name: '城市' })).toBeNull();
    expect(line('员工人数')).toEqual(['0', '12']);
  });

  test('show closed values as closed, never as missing', async () => {
    await open(['1', '3']);
    await screen.findByRole('columnheader', { name: /示例丙/ });
    expect(line('员工人数')).toEqual(['0', 'SVIP 可见']);
    expect(screen.getByText('部分内容仅 SVIP 会员可见。')).toBeTruthy();
  });

  test('are shown without the one that is gone, which can be taken away', async () => {
    const { shown, user } = await open(['1', '2', '9']);
    const alert = await screen.findByRole('alert');
    await screen.findByRole('columnheader', { name: /示例甲/ });
    await user.click(within(alert).getByRole('button', { name: '移除' }));
    expect(shown).toEqual([['1', '2']]);
  });

  test('are taken away one by one', async () => {
    const { shown, user } = await open(['1', '2']);
    await screen.findByRole('columnheader', { name: /示例乙/ });
    await user.click(screen.getByRole('button', { name: '移除示例乙' }));
    expect(shown).toEqual([['1']]);
  });

  test('that are none lead to where they are chosen', async () => {
    await open([]);
    expect(screen.getByText('还没有要对比的记录')).toBeTruthy();
  });
});

describe('the address of a comparison', () => {
  test('names an object and at most six records, each once', () => {
    const path = comparePath('InsightCompany', ['1', '2', '2', '3', '4', '5', '6', '7']);
    expect(comparedOf(new URLSearchParams(path.split('?')[1]))).toEqual({
      objectApiName: 'InsightCompany',
      ids: ['1', '2', '3', '4', '5', '6'],
    });
  });

  test('that names no object is no page, and ids that are none are left out', () => {
    expect(comparedOf(new URLSearchParams('ids=1,2'))).toBeUndefined();
    expect(comparedOf(new URLSearchParams('o=InsightCompany&ids=1,x,-2,'))).toEqual({
      objectApiName: 'InsightCompany',
      ids: ['1'],
    });
  });

  test('is offered for two to six records', () => {
    expect([1, 2, 6, 7].map(isComparable)).toEqual([false, true, true, false]);
  });
});

describe('beyond the fields', () => {
  test('an amount in another currency has its equivalent beside it, one in CNY has none', async () => {
    await open(['1', '4']);
    await screen.findByRole('columnheader', { name: /示例丁/ });
    const [own, foreign] = line('估值');
    expect(own).not.toContain('折合');
    expect(foreign).toContain('折合 710万元人民币');
  });

  test('what the detail page counts by years is drawn on the same years for all, and is unknown where it is closed', async () => {
    const { api } = await open(['1', '2', '3']);
    const trend = await screen.findByRole('img', { name: '2023年 1次，2024年 0次，2025年 4次' });
    expect(trend).toBeTruthy();
    expect(screen.getByRole('img', { name: '2023年 0次，2024年 1次，2025年 0次' })).toBeTruthy();
    expect(line('历年融资次数')[2]).toBe('未知');
    // What is no time is no trend, and is not asked for.
    expect(screen.queryByRole('rowheader', { name: '轮次分布' })).toBeNull();
    expect(new Set(api.callsOf(readChart).map((body) => (body as { chart: number }).chart))).toEqual(new Set([0]));
  });

  test('the file that is asked for has these records and no field that is closed in all of them', async () => {
    const { api, store, exports, user } = await open(['1', '3']);
    await screen.findByRole('columnheader', { name: /示例丙/ });
    const { query, visible, selection } = store.exported ?? {};
    expect([query?.objectApiName, selection?.scope.ids]).toEqual(['InsightCompany', ['1', '3']]);
    expect(visible).toContain('city');
    expect(visible).not.toContain('secret');
    store.show(['3']);
    expect(store.exported?.visible).toEqual(['city']);
    await user.click(screen.getByRole('button', { name: '导出' }));
    expect([exports.asked, api.callsOf(startExport)]).toEqual(['selected', []]);
  });
});

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelExport, type ExportState, listExports, readExportQuota } from '#schemas/api/exports.ts';
import { ExportsPage } from '#client/features/records/exports/exports-page.tsx';
import { ExportsStore } from '#client/features/records/exports/exports-store.ts';
import type { ExportOrder } from '#client/features/records/exports/new-export.tsx';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const run = (more: Partial<ExportState>): ExportState => ({
  id: '1',
  objectApiName: 'InsightCompany',
  format: 'xlsx',
  status: 'done',
  rows: 1200,
  total: 1200,
  totalIsExact: true,
  fileName: '企业列表-20261121.xlsx',
  message: '',
  createdAt: '2026-11-21T02:00:00.000Z',
  startedAt: null,
  endedAt: null,
  ...more,
});

function open(list: ExportState[], quota = { limit: 3 as number | null, used: 1 }) {
  const api = new FakeApi().on(listExports, () => list).on(readExportQuota, () => quota);
  const download = vi.fn<(address: string) => void>();
  let tick: () => void = () => undefined;
  const every = (_: number, work: () => void) => {
    tick = work;
    return () => undefined;
  };
  const orders: ExportOrder[] = [];
  const store = new ExportsStore({ api, download, every });
  render(
    <ExportsPage
      store={store}
      objects={[
        { apiName: 'InsightCompany', label: '企业' },
        { apiName: 'InsightNews', label: '资讯' },
      ]}
      viewsOf={(name) => (name === 'InsightNews' ? [{ id: '9', name: '融资快讯' }] : [])}
      onChoose={() => undefined}
      onBegin={(order) => orders.push(order)}
      isBusy={() => false}
      progressOf={() => null}
    />,
  );
  return { api, download, orders, tick: () => tick() };
}

describe('the page of exports', () => {
  it('says how many are left today and begins what was chosen', async () => {
    const { orders } = open([]);
    expect(await screen.findByText('今日还可导出 2 次（每日 3 次）。')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: '数据' }));
    await userEvent.click(await screen.findByRole('option', { name: '资讯' }));
    await userEvent.click(screen.getByRole('combobox', { name: '范围' }));
    await userEvent.click(await screen.findByRole('option', { name: '视图：融资快讯' }));
    await userEvent.click(screen.getByRole('button', { name: '开始导出' }));
    expect(orders).toEqual([{ objectApiName: 'InsightNews', viewId: '9', format: 'xlsx' }]);
  });

  it('begins nothing when the day is used up, and says so', async () => {
    open([], { limit: 3, used: 3 });
    expect(await screen.findByText('今日的 3 次导出已用完，请明天再试。')).toBeTruthy();
    expect(screen.getByRole('button', { name: '开始导出' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows how far one under way has come, follows it, and stops it', async () => {
    const { api, tick } = open([run({ status: 'running', rows: 300 })]);
    expect(await screen.findByText(/已导出 300 \/ 1,200 条/)).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    api.on(listExports, () => [run({ status: 'running', rows: 600 })]);
    tick();
    expect(await screen.findByText(/已导出 600 \/ 1,200 条/)).toBeTruthy();
    api.on(cancelExport, () => run({ status: 'cancelled', message: '已取消' }));
    await userEvent.click(screen.getByRole('button', { name: '取消 企业列表-20261121.xlsx' }));
    expect(await screen.findByText(/已取消/)).toBeTruthy();
  });

  it('hands an earlier file over again', async () => {
    const { download } = open([run({})]);
    await userEvent.click(await screen.findByRole('button', { name: '下载 企业列表-20261121.xlsx' }));
    expect(download).toHaveBeenCalledWith('/api/metadata/export/1/file');
  });

  it('asks no more once nothing is under way', async () => {
    const { api, tick } = open([run({})]);
    await screen.findByText(/完成，共 1,200 条/);
    const asked = api.callsOf(listExports).length;
    tick();
    expect(api.callsOf(listExports)).toHaveLength(asked);
  });
});

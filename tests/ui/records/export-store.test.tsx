import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelExport, readExport, startExport, type ExportState } from '#schemas/api/exports.ts';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { ExportTool } from '#client/features/records/exports/export-tool.tsx';
import { RowSelection } from '#client/features/records/list/row-selection.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const READY: ExportState = {
  id: '5',
  objectApiName: 'InsightCompany',
  format: 'xlsx',
  status: 'ready',
  rows: 0,
  total: null,
  totalIsExact: false,
  fileName: '企业.xlsx',
  message: '',
  createdAt: '2026-11-21T04:00:00.000Z',
  startedAt: null,
  endedAt: null,
};

/** An export whose time passes when the test says so. */
function desk() {
  const api = new FakeApi();
  const downloads: string[] = [];
  const ticks: (() => void)[] = [];
  const server: { state: ExportState } = { state: READY };
  api
    .on(startExport, () => (server.state = READY))
    .on(readExport, () => server.state)
    .on(cancelExport, () => (server.state = { ...server.state, status: 'cancelled', message: '已取消' }));
  const store = new ExportStore(api, 'InsightCompany', {
    download: (address) => downloads.push(address),
    wait: () => new Promise((resolve) => ticks.push(() => resolve())),
  });
  const tick = async (more: Partial<ExportState>) => {
    server.state = { ...server.state, ...more };
    ticks.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { api, store, downloads, server, tick };
}

function open({ picked = [] as readonly string[] } = {}) {
  const parts = desk();
  const selection = new RowSelection();
  selection.range(picked);
  parts.store.ask(picked.length > 0 ? 'selected' : 'all');
  const source = {
    label: '企业',
    query: { objectApiName: 'InsightCompany', keyword: '芯片' },
    visible: ['name', 'round'],
    every: ['name', 'round', 'city'],
    count: { total: 4321, isExact: true },
    selection,
  };
  const show = () => render(<ExportTool exports={parts.store} source={source} />);
  show();
  return { ...parts, user: userEvent.setup(), show };
}

describe('the export dialog', () => {
  test('asks for all that match, in the columns and the format chosen, and lets the browser fetch the file', async () => {
    const { api, user, downloads } = open();
    expect(await screen.findByRole('radio', { name: '全部符合条件的 4,321 条' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: '全部可见字段（3 个）' }));
    await user.click(screen.getByRole('radio', { name: /CSV/ }));
    await user.click(screen.getByRole('button', { name: '开始导出' }));
    expect(api.callsOf(startExport)).toEqual([
      { objectApiName: 'InsightCompany', keyword: '芯片', fields: ['name', 'round', 'city'], format: 'csv' },
    ]);
    expect(downloads).toEqual(['/api/metadata/export/5/file']);
  });

  test('is put away with its list, and does not open by itself when the user comes back', async () => {
    const { store, user, show } = open();
    await user.click(await screen.findByRole('button', { name: '开始导出' }));
    cleanup();
    show();
    expect(await screen.findByText(/^导出中/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(store.isRunning).toBe(true);
  });

  test('begins with the rows picked where it was asked for them', async () => {
    const { api, user } = open({ picked: ['3', '9'] });
    await screen.findByRole('radio', { name: '已选 2 条', checked: true });
    await user.click(screen.getByRole('button', { name: '开始导出' }));
    expect(api.callsOf(startExport)).toMatchObject([{ ids: ['3', '9'], fields: ['name', 'round'] }]);
  });

  test('shows how far it has come, goes on as a chip when closed, and says when the file is there', async () => {
    const { user, tick } = open();
    await user.click(await screen.findByRole('button', { name: '开始导出' }));
    await screen.findByText('等待浏览器开始下载…');
    await tick({ status: 'running', rows: 1000, total: 4000, totalIsExact: true, measureWord: '家' });
    await screen.findByText('已导出 1,000 / 4,000 家');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    await user.click(screen.getByRole('button', { name: '在后台继续' }));
    expect((await screen.findByRole('button', { name: /导出中/ })).textContent).toContain('25%');
    await tick({ status: 'done', rows: 4000 });
    await user.click(await screen.findByRole('button', { name: '导出完成' }));
    await screen.findByText('导出完成，共 4,000 家，已保存到下载文件夹');
    await user.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('button', { name: '导出完成' })).toBeNull();
  });

  test('is cancelled on request', async () => {
    const { user, tick, server } = open();
    await user.click(await screen.findByRole('button', { name: '开始导出' }));
    await tick({ status: 'running', rows: 10 });
    await user.click(await screen.findByRole('button', { name: '取消导出' }));
    await screen.findByText('已取消');
    expect(server.state.status).toBe('cancelled');
  });

  test('says why it failed, and tries again with the same question', async () => {
    const { api, user, tick, downloads } = open();
    await user.click(await screen.findByRole('button', { name: '开始导出' }));
    await tick({ status: 'failed', message: '磁盘已满' });
    expect((await screen.findByRole('alert')).textContent).toBe('导出未完成：磁盘已满');
    api.on(startExport, () => {
      throw refusal('TOO_MANY_REQUESTS');
    });
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect((await screen.findByRole('alert')).textContent).toContain('操作过于频繁');
    api.on(startExport, () => ({ ...READY, id: '6' }));
    await user.click(screen.getByRole('button', { name: '重试' }));
    await screen.findByText('等待浏览器开始下载…');
    expect(downloads.at(-1)).toBe('/api/metadata/export/6/file');
    const asked = api.callsOf(startExport);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map((body) => JSON.stringify(body))).size).toBe(1);
  });
});

describe('an export on its way', () => {
  test('outlives a reading of its progress that fails', async () => {
    const { api, store, tick } = desk();
    const ended = store.start({ objectApiName: 'InsightCompany', format: 'csv' });
    await tick({ status: 'running', rows: 1 });
    api.on(readExport, () => {
      throw refusal('UNAVAILABLE');
    });
    await tick({});
    expect(store).toMatchObject({ isRunning: true, failure: undefined });
    api.on(readExport, (): ExportState => ({ ...READY, status: 'done', rows: 2 }));
    await tick({});
    await ended;
    expect(store.current).toMatchObject({ status: 'done', rows: 2 });
  });
});

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ImpactSlice } from '#schemas/api/metadata-impact.ts';
import { addToKeptList, createKeptList } from '#schemas/api/kept-lists.ts';
import { readImpact } from '#schemas/api/metadata-impact.ts';
import { saveObject } from '#schemas/api/metadata.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const slice = (after: string | null, count: number, id = '7', more: object = {}): ImpactSlice => ({
  checked: 2,
  after,
  losses: [],
  failing: [
    {
      key: 'city.required',
      field: 'city',
      words: '“城市”必填',
      count,
      ids: [id],
      first: [{ id, name: `公司${id}` }],
      ...more,
    },
  ],
});

async function review(server: SavedObjects) {
  server.definition = { ...server.definition, route: '/data/Company' };
  const deps = buildEditor(server);
  await openEditor(deps);
  fireEvent.keyDown(screen.getByRole('button', { name: /移动 城市/ }), { key: 'ArrowUp' });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  return deps;
}

test('a save that tightens a field counts the records that fail, slice by slice, and opens them', async () => {
  const server = new SavedObjects();
  server.tightened = ['“城市”必填'];
  const asked: (string | undefined)[] = [];
  const filter = { field: 'city', op: 'empty' };
  server.api.on(readImpact, ({ body }) => {
    asked.push(body.after);
    return body.after === undefined ? slice('2', 1, '7', { filter }) : slice(null, 3, '8', { filter });
  });
  await review(server);
  expect(await screen.findByText('已检查全部 4 条')).toBeTruthy();
  expect(asked).toEqual([undefined, '2']);
  const part = screen.getByRole('region', { name: '已有记录' });
  expect(part.textContent).toContain('“城市”必填：4 条记录不符合');
  expect(screen.getAllByRole('link', { name: /^公司/ }).map((link) => link.getAttribute('href'))).toEqual([
    '#/insight/Company/7',
    '#/insight/Company/8',
  ]);
  const list = screen.getByRole('link', { name: '在列表中打开' });
  expect(decodeURIComponent(list.getAttribute('href') ?? '')).toBe("#/data/Company?f=['city','empty']");
  expect(screen.getByRole('button', { name: '确认保存' })).toHaveProperty('disabled', false);
});

test('records that conditions cannot name are put on a list of the user', async () => {
  const server = new SavedObjects();
  server.tightened = ['“城市”最多 2 个字符'];
  server.api
    .on(readImpact, () => slice(null, 1))
    .on(createKeptList, () => ({ id: '9' }) as never)
    .on(addToKeptList, ({ body }) => ({ added: body.ids, present: 0, unknown: 0 }) as never);
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await review(server);
  fireEvent.click(await screen.findByRole('button', { name: '存为清单并打开' }));
  await waitFor(() => expect(server.api.callsOf(addToKeptList)).toEqual([{ ids: ['7'] }]));
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
  expect(decodeURIComponent(String(open.mock.calls[0]?.[0]))).toBe("#/data/Company?f=['LIST','9']");
});

test('a count is stopped by the user, and saving waits for none', async () => {
  const server = new SavedObjects();
  server.tightened = ['“城市”必填'];
  const held = Promise.withResolvers<ImpactSlice>();
  server.api.on(readImpact, () => held.promise);
  const { impact } = await review(server);
  fireEvent.click(await screen.findByRole('button', { name: '停止检查' }));
  held.resolve(slice('2', 1));
  expect(await screen.findByText('已停止：检查了 0 条')).toBeTruthy();
  expect(impact.failing).toEqual([]);
  expect(screen.getByRole('button', { name: '确认保存' })).toHaveProperty('disabled', false);
});

test('what is hidden is listed with the places that use it', async () => {
  const server = new SavedObjects();
  server.uses = [{ field: 'city', place: '保存的视图“华东”' }];
  await review(server);
  const part = await screen.findByRole('region', { name: '其他位置' });
  expect(part.textContent).toContain('字段“城市”：保存的视图“华东”');
});

test('a change of type that loses values is saved once the user agrees to exactly that loss', async () => {
  const server = new SavedObjects();
  server.recasts = [{ field: 'city', label: '城市', from: '单行文本', to: '单选', kept: '城市（原单行文本）' }];
  const lost = (after: string | null, records: number, mark: number): ImpactSlice => ({
    checked: 2,
    after,
    failing: [],
    losses: [
      {
        field: 'city',
        records,
        mark,
        different: 1,
        values: [{ text: '不明', records, first: [{ id: '7', name: '公司7' }] }],
      },
    ],
  });
  server.api.on(readImpact, ({ body }) =>
    body.after === undefined ? lost('2', 1, 4_000_000_000) : lost(null, 2, 500_000_000),
  );
  await review(server);
  const part = await screen.findByRole('region', { name: '更换类型' });
  await waitFor(() => expect(part.textContent).toContain('3 条记录的值无法转换'));
  expect(part.textContent).toContain('“不明”：3 条');
  expect(part.textContent).toContain('“城市（原单行文本）”');
  expect(screen.getByRole('button', { name: '确认保存' })).toHaveProperty('disabled', true);
  fireEvent.click(await screen.findByRole('checkbox', { name: /3 条记录的值无法转换，保存后为空/ }));
  fireEvent.click(screen.getByRole('button', { name: '确认保存' }));
  const losses = [{ field: 'city', records: 3, mark: 205_032_704 }];
  await waitFor(() => expect(server.api.callsOf(saveObject)).toMatchObject([{ losses }]));
});

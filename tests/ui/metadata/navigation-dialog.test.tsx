import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { listSavedObjects } from '#schemas/api/metadata-editing.ts';
import { readSavedObject, saveObject } from '#schemas/api/metadata.ts';
import { NavigationDialog } from '#client/features/metadata/editor/navigation-dialog.tsx';
import { NavigationStore } from '#client/features/metadata/editor/navigation-store.ts';
import { newObject } from '#tests/support/editing.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

const ROW = {
  list: 'member' as const,
  detail: 'member' as const,
  fields: 1,
  removedFields: 0,
  rules: 0,
  records: 0,
  hasUpdate: false,
  version: 3,
  author: '7',
  authorName: '王敏',
  at: '2026-11-21T04:00:00.000Z',
};

afterEach(cleanup);

test('A list that is moved by the keyboard is saved with its place, on top of what is current', async () => {
  const saved: unknown[] = [];
  const api = new FakeApi()
    .on(listSavedObjects, () => [
      { ...ROW, apiName: 'Ship', label: '船', route: '/data/ship', position: 10 },
      { ...ROW, apiName: 'Crew', label: '船员', route: '/data/crew', position: 20 },
    ])
    .on(readSavedObject, ({ params: { objectApiName } }) => ({
      ...newObject(objectApiName, [{ apiName: 'name', type: 'text', label: '名称' }]),
      version: 3,
    }))
    .on(saveObject, ({ body }) => {
      saved.push(body);
      return { definition: body.definition as never, steps: [] };
    });
  const closed = vi.fn<() => void>();
  render(<NavigationDialog store={new NavigationStore(api)} onClose={closed} />);
  const group = within(await screen.findByRole('region', { name: '数据洞察' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true);
  fireEvent.keyDown(group.getByRole('button', { name: /移动 船员/ }), { key: 'ArrowUp' });
  await screen.findByText(/将修改 2 个对象/);
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(saved).toMatchObject([
    { baseVersion: 3, definition: { apiName: 'Crew', position: 10 } },
    { baseVersion: 3, definition: { apiName: 'Ship', position: 20 } },
  ]);
});

test('A heading is moved by its arrows, and the ends of the order cannot be passed', async () => {
  const api = new FakeApi().on(listSavedObjects, () => [
    { ...ROW, apiName: 'Ship', label: '船', route: '/data/ship', position: 10 },
    { ...ROW, apiName: 'Loan', label: '贷款', route: '/InvestmentFinancing/loan', position: 20 },
  ]);
  render(<NavigationDialog store={new NavigationStore(api)} onClose={() => undefined} />);
  const up = await screen.findByRole<HTMLButtonElement>('button', { name: '上移分组 投融资对接' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '上移分组 数据洞察' }).disabled).toBe(true);
  fireEvent.click(up);
  await screen.findByText(/将修改 2 个对象/);
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(regions).toEqual(['投融资对接', '数据洞察']);
});

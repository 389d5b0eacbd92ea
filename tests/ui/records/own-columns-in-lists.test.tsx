import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readKeptList } from '#schemas/api/kept-lists.ts';
import { type ListField, readGoneItems, readListColumns, readListValues } from '#schemas/api/list-columns.ts';
import { type RecordRow, totalRecords } from '#schemas/api/records.ts';
import { ListColumnsStore } from '#client/features/kept-lists/list-columns-store.ts';
import { OwnColumns } from '#client/features/kept-lists/own-columns.tsx';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { RecordListPage } from '#client/features/records/list/record-list-page.tsx';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { actionsOf } from './actions-of.ts';
import { FakeList } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const STEP: ListField = {
  apiName: 'step',
  type: 'select',
  label: '进展',
  selectOptions: [{ value: 'met', label: '已约谈' }],
};

async function open(search: string, fields: readonly ListField[] = [STEP]) {
  const server = new FakeList();
  const { api } = server;
  api
    .on(readKeptList, () => ({ name: '硬科技早期' }) as never)
    .on(readListColumns, () => ({ id: '5', version: 1, fields: [...fields], mayFill: true, mayChange: true }))
    .on(readGoneItems, () => [])
    .on(totalRecords, () => [{ field: 'score_list5', count: 2, sum: '12', average: '6', min: '5', max: '7' }])
    .on(readListValues, () => [{ recordId: '1', version: 1, values: { step: 'met' } }]);
  const store = new RecordListStore(api, 'InsightCompany');
  const lookups = new LookupStore(api);
  const columns = new ListColumnsStore(api, '5');
  columns.open();
  const own = new OwnColumns(columns, lookups, (row: RecordRow) => String(row['name']));
  const tools = {
    views: new SavedViewsStore(api, () => false),
    exports: new ExportStore(api, 'InsightCompany'),
    totals: new TotalsStore(api),
    actions: actionsOf(api),
    listed: {
      columns: (listId: string | undefined) => (listId === '5' ? own.columns : []),
      bar: () => null,
      fields: (listId: string) => (listId === '5' ? own.fields : undefined),
    },
  };
  await tools.views.start();
  const page = (
    <RecordListPage
      store={store}
      tools={tools}
      lookups={lookups}
      label="企业"
      isCreatable={false}
      isImportable={false}
    />
  );
  const router = createMemoryRouter([{ path: '/data/InsightCompany', element: page }], {
    initialEntries: [`/data/InsightCompany${search}`],
  });
  render(<RouterProvider router={router} />);
  await screen.findByRole('grid', { name: '企业列表' });
  return { server, user: userEvent.setup(), address: () => router.state.location.search };
}

describe('a column that a list has of its own', () => {
  test('orders the list by a press on its head, as a field does', async () => {
    const { user, address, server } = await open("?f=['LIST','5']");
    const head = await within(await screen.findByRole('grid', { name: '企业列表' })).findByText('进展');
    await user.click(head);
    expect(address()).toBe("?f=['LIST','5']&s=step_list5.asc");
    await waitFor(() => expect(server.asked.at(-1)?.sort).toEqual([{ field: 'step_list5', order: 'asc' }]));
  });

  test('is among the filters of the list, and what is chosen is a condition like any other', async () => {
    const { user, address } = await open("?f=['LIST','5']");
    const bar = within(screen.getByRole('group', { name: '筛选' }));
    await user.click(await bar.findByRole('button', { name: /进展/u }));
    await user.click(await screen.findByRole('option', { name: /已约谈/u }));
    expect(address()).toBe("?f=['AND',['LIST','5'],['step_list5','in',['met']]]");
  });

  test('has its figures in the bottom row, where it holds numbers', async () => {
    const { user, server } = await open("?f=['LIST','5']", [
      STEP,
      { apiName: 'score', type: 'integer', label: '评分' },
    ]);
    await user.click(await screen.findByRole('button', { name: '合计' }));
    const asked = () => server.api.callsOf(totalRecords) as readonly { fields: readonly string[] }[];
    await waitFor(() => expect(asked().at(-1)?.fields).toContain('score_list5'));
    expect(asked().at(-1)?.fields).not.toContain('step_list5');
    const grid = screen.getByRole('grid', { name: '企业列表' });
    await waitFor(() => expect(grid.textContent).toContain('合计12'));
  });

  test('leaves the address with its list, with a word', async () => {
    const { address } = await open("?f=['step_list5','in',['met']]&s=step_list5.asc");
    expect(await screen.findByText(/清单自定义列的筛选条件只在该清单内有效，已移除/u)).toBeTruthy();
    await waitFor(() => expect(address()).toBe('?s='));
  });

  test('that is there no more leaves the address as a field does', async () => {
    const { address } = await open("?f=['AND',['LIST','5'],['gone_list5','notEmpty']]");
    await waitFor(() => expect(address()).toBe("?f=['LIST','5']"));
  });
});

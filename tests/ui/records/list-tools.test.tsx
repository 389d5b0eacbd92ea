import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryDataByName } from '#schemas/api/metadata.ts';
import { totalRecords, type TotalsQuery } from '#schemas/api/records.ts';
import type { SavedView } from '#schemas/api/views.ts';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { RecordListPage } from '#client/features/records/list/record-list-page.tsx';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { actionsOf } from './actions-of.ts';
import { FakeViews, savedView } from './fake-views.ts';
import { FakeList, VIEW } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

async function open(search = '', kept: readonly SavedView[] = []) {
  const server = new FakeList();
  const { api } = server;
  server.view = {
    ...VIEW,
    fields: [
      ...VIEW.fields,
      { apiName: 'backers', type: 'multiReference', label: '投资方', targetApiName: 'Investor' },
    ],
  };
  const asked: (string | undefined)[] = [];
  api
    .on(totalRecords, ({ body }) =>
      body.fields.map((field) => ({ field, count: 2, sum: '20000', average: '1', min: '1', max: '2', unknown: 0 })),
    )
    .on(queryDataByName, ({ query }) => {
      asked.push(query.ids);
      return [{ id: '7', name: '示例资本' }];
    });
  const views = new FakeViews(api, ...kept);
  const store = new RecordListStore(api, 'InsightCompany');
  const tools = {
    views: new SavedViewsStore(api, () => false),
    exports: new ExportStore(api, 'InsightCompany'),
    totals: new TotalsStore(api),
    actions: actionsOf(api),
  };
  await tools.views.start();
  const page = (
    <RecordListPage
      store={store}
      tools={tools}
      lookups={new LookupStore(api)}
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
  const totalsAsked = () => api.callsOf(totalRecords) as readonly TotalsQuery[];
  return {
    server,
    views,
    store,
    router,
    totalsAsked,
    asked,
    user: userEvent.setup(),
    address: () => router.state.location.search,
  };
}

const filters = () => within(screen.getByRole('group', { name: '筛选' }));

describe('the tools around a list', () => {
  test('a view that names fields that are gone opens without them, with a word, and counts as changed', async () => {
    const state = "?f=['AND',['ghost','empty'],['round','in',['a']]]&c=name,ghost";
    const { address } = await open('?v=7', [savedView({ id: '7', state })]);
    expect(await screen.findByText('字段“ghost”已不存在，相关筛选条件已移除')).toBeTruthy();
    await waitFor(() => expect(address()).toBe("?f=['round','in',['a']]&c=name&v=7"));
    expect(await screen.findByText('已修改')).toBeTruthy();
  });

  test('a shared view says which of its columns are closed to the user, and is not changed by that', async () => {
    const closed = [{ apiName: 'secret', label: '内部评级' }];
    const { address } = await open('?v=7', [savedView({ id: '7', name: '评级', state: '?c=name,secret', closed })]);
    expect(await screen.findByText('视图“评级”中的“内部评级”对您不可见，已略过')).toBeTruthy();
    expect(address()).toBe('?c=name&v=7');
    expect(screen.queryByText('已修改')).toBeNull();
    expect(screen.queryByRole('button', { name: '保存视图' })).toBeNull();
  });

  test('an amount is ordered from the largest at the first press', async () => {
    const { address, user } = await open();
    await user.click(screen.getByText('融资总额'));
    expect(address()).toBe('?s=raised.desc');
    await user.click(screen.getByText('融资总额'));
    expect(address()).toBe('?s=raised.asc');
  });

  test('the default view opens, and clearing its filter leaves it cleared', async () => {
    const view = savedView({ id: '7', state: "?f=['round','in',['a']]", isDefault: true });
    const { address, user } = await open('', [view]);
    expect(address()).toBe("?f=['round','in',['a']]&v=7");
    await user.click(filters().getByRole('button', { name: '清除全部' }));
    expect(address()).toBe('?d=standard&v=7');
    expect(await screen.findByText('已修改')).toBeTruthy();
    await user.click(filters().getByRole('button', { name: '撤销' }));
    expect(address()).toBe("?f=['round','in',['a']]&v=7");
  });

  test('browser Back brings cleared filters back as well', async () => {
    const { address, user, router } = await open("?f=['round','in',['a']]");
    await user.click(filters().getByRole('button', { name: '清除全部' }));
    expect(address()).toBe('');
    await router.navigate(-1);
    expect(await screen.findByText('最新轮次：A轮')).toBeTruthy();
  });

  test('a filter of a link by record shows the record’s name, asked for once', async () => {
    const { asked } = await open("?f=['backers','containsAny',['7','8']]");
    expect(await screen.findByText('投资方：示例资本、#8')).toBeTruthy();
    expect(asked).toEqual(['7,8']);
  });

  test('totals are of all that match, of the rows picked while some are, and in the URL', async () => {
    const { address, user, store, totalsAsked } = await open("?f=['round','in',['a']]");
    await user.click(screen.getByRole('button', { name: '合计' }));
    expect(address()).toBe("?f=['round','in',['a']]&t=1");
    const filter = { field: 'round', op: 'in', value: ['a'] };
    expect(totalsAsked()).toEqual([{ objectApiName: 'InsightCompany', filter, fields: ['raised'] }]);
    expect(await screen.findByRole('button', { name: '融资总额合计 2万' })).toBeTruthy();
    store.selection.range(['1', '2']);
    await waitFor(() => expect(totalsAsked().at(-1)).toMatchObject({ filter, ids: ['1', '2'] }));
    store.selection.all();
    store.selection.toggle('1');
    await waitFor(() => expect(totalsAsked().at(-1)).toMatchObject({ filter, except: ['1'] }));
    await user.click(
      within(screen.getByRole('region', { name: '已选记录' })).getByRole('button', { name: '取消选择' }),
    );
    await waitFor(() =>
      expect(totalsAsked().at(-1)).toEqual({ objectApiName: 'InsightCompany', filter, fields: ['raised'] }),
    );
  });

  test('the bar of the rows picked says how many, picks all that match, and exports them', async () => {
    const { user, store } = await open();
    expect(screen.queryByRole('region', { name: '已选记录' })).toBeNull();
    store.selection.range(['1', '2', '3']);
    const bar = within(await screen.findByRole('region', { name: '已选记录' }));
    expect(bar.getByRole('status').textContent).toBe('已选 3 条');
    await user.click(bar.getByRole('button', { name: '导出所选' }));
    await screen.findByRole('radio', { name: '已选 3 条', checked: true });
    await user.click(screen.getByRole('button', { name: '关闭' }));
    await user.click(bar.getByRole('button', { name: /^选择全部符合条件的/ }));
    expect(store.selection.scope).toEqual({ except: [] });
  });

  test('what does not fit a narrow screen is behind the dots', async () => {
    const { user, address } = await open();
    await user.click(screen.getByRole('button', { name: '更多' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      '选择列…',
      '行高：紧凑',
      '行高：标准',
      '行高：宽松',
      '合计',
      '导出…',
    ]);
    await user.click(screen.getByRole('menuitem', { name: '行高：紧凑' }));
    expect(address()).toBe('?d=compact');
  });
});

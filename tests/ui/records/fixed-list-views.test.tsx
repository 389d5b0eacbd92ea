import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FixedList } from '#schemas/metadata/fixed-list.ts';
import { createView } from '#schemas/api/views.ts';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { stateWithin, wholeState } from '#client/features/records/list/list-question.ts';
import { RecordListPage } from '#client/features/records/list/record-list-page.tsx';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { actionsOf } from './actions-of.ts';
import { FakeViews, savedView } from './fake-views.ts';
import { FakeList } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const FIXED: FixedList = {
  route: '/data/large',
  label: '大额企业',
  // The database gives keys in an order of its own.
  filter: { op: 'notEmpty', field: 'city' },
  sort: [{ field: 'raised', order: 'desc' }],
};
const WHOLE = "?f=['AND',['city','notEmpty'],['round','in',['a']]]&s=raised.desc";

async function open(search: string, kept: readonly ReturnType<typeof savedView>[] = []) {
  const server = new FakeList();
  const { api } = server;
  const views = new FakeViews(api, ...kept);
  const store = new RecordListStore(api, 'InsightCompany', undefined, FIXED);
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
      label="大额企业"
      isCreatable={false}
      isImportable={false}
    />
  );
  const router = createMemoryRouter([{ path: FIXED.route, element: page }], {
    initialEntries: [`${FIXED.route}${search}`],
  });
  render(<RouterProvider router={router} />);
  await screen.findByRole('grid');
  return { api, views, server, user: userEvent.setup(), address: () => router.state.location.search };
}

describe('a view of a list with a condition of its own', () => {
  test('keeps that condition, and the order that the list has', async () => {
    const { user, api, address } = await open("?f=['round','in',['a']]");
    await user.click(await screen.findByRole('button', { name: '保存视图' }));
    await user.type(await screen.findByRole('textbox', { name: /名称/u }), '甲');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(api.callsOf(createView)).toMatchObject([{ objectApiName: 'InsightCompany', state: WHOLE }]),
    );
    expect(screen.queryByText('已修改')).toBeNull();
    expect(address()).toMatch(/^\?f=\['round','in',\['a'\]\]&v=\d+$/u);
  });

  test('opens there by its link with what the user added alone, and asks for both', async () => {
    const { address, server } = await open('?v=7', [savedView({ id: '7', state: WHOLE })]);
    await waitFor(() => expect(address()).toBe("?f=['round','in',['a']]&v=7"));
    expect(server.asked.at(-1)?.filter).toEqual({
      and: [
        { field: 'city', op: 'notEmpty' },
        { field: 'round', op: 'in', value: ['a'] },
      ],
    });
    expect(screen.queryByText('已修改')).toBeNull();
  });

  test('is not opened there where it has other records, and is not in its menu', async () => {
    const other = savedView({ id: '7', name: '全部上海', state: "?f=['round','in',['a']]" });
    const { user } = await open('?v=7', [other, savedView({ id: '8', name: '大额A轮', state: WHOLE })]);
    expect(await screen.findByText(/链接中的视图属于另一个列表/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '视图：全部记录' }));
    expect(await screen.findByText('大额A轮')).toBeTruthy();
    expect(screen.queryByText('全部上海')).toBeNull();
  });

  test('is the same there and back', () => {
    const state = {
      ...DEFAULT_LIST_STATE,
      filter: {
        or: [
          { field: 'round', op: 'empty' },
          { field: 'name', op: 'notEmpty' },
        ],
      },
    } as const;
    expect(stateWithin(FIXED, wholeState(FIXED, state))).toEqual(state);
    expect(stateWithin(FIXED, wholeState(FIXED, DEFAULT_LIST_STATE))).toEqual(DEFAULT_LIST_STATE);
    expect(stateWithin(FIXED, state)).toBeUndefined();
  });
});

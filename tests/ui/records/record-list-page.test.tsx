import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { RecordListPage } from '#client/features/records/list/record-list-page.tsx';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { countRecords } from '#schemas/api/records.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { actionsOf } from './actions-of.ts';
import { FakeList, VIEW } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

function open(search = '', { isCreatable = false, measureWord }: { isCreatable?: boolean; measureWord?: string } = {}) {
  const server = new FakeList().grow(4321);
  if (measureWord !== undefined) server.view = { ...server.view, measureWord };
  const { api } = server;
  const store = new RecordListStore(api, 'InsightCompany');
  const views = new SavedViewsStore(api, () => false);
  void views.start();
  const tools = {
    views,
    exports: new ExportStore(api, 'InsightCompany'),
    totals: new TotalsStore(api),
    actions: actionsOf(api),
  };
  const page = (
    <RecordListPage
      store={store}
      tools={tools}
      lookups={new LookupStore(api)}
      label="企业"
      isCreatable={isCreatable}
      isImportable={isCreatable}
    />
  );
  const router = createMemoryRouter([{ path: '/data/InsightCompany', element: page }], {
    initialEntries: [`/data/InsightCompany${search}`],
  });
  render(<RouterProvider router={router} />);
  return { server, store, router, user: userEvent.setup() };
}

const grid = () => screen.findByRole('grid', { name: '企业列表' });
const headers = async () =>
  within(await grid())
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
    .filter(Boolean);

describe('the list of an object', () => {
  test('has the columns of its layout, and each name leads to the detail page in a new tab', async () => {
    open();
    expect(await headers()).toEqual(['企业简称', '最新轮次', '融资总额']);
    const link = await screen.findByRole('link', { name: '示例企业1' });
    expect(link.getAttribute('href')).toBe('#/insight/InsightCompany/1');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(screen.getAllByText('A轮').length).toBeGreaterThan(0);
  });

  test('draws only the rows near the screen', async () => {
    open();
    await screen.findByRole('link', { name: '示例企业1' });
    expect(screen.getAllByRole('row').length).toBeLessThan(45);
  });

  test('says how many rows there are as soon as they are counted', async () => {
    open();
    expect(await screen.findByText('共 4,321 条')).toBeTruthy();
    await waitFor(async () => expect((await grid()).getAttribute('aria-rowcount')).toBe('4322'));
  });

  test('counts its records by the word that its object has for them', async () => {
    const { user } = open('', { measureWord: '家' });
    expect(await screen.findByText('共 4,321 家')).toBeTruthy();
    await user.click((await screen.findAllByRole('checkbox'))[1] as HTMLElement);
    expect(await screen.findByText('已选 1 家')).toBeTruthy();
  });

  test('says 1,000+ where counting them all takes too long, and tries again on request', async () => {
    const { server, user } = open();
    server.api.on(countRecords, ({ body }) => {
      if (body.exact && server.api.callsOf(countRecords).length < 3) throw refusal('UNAVAILABLE');
      return body.exact ? { total: 4321, totalIsExact: true } : { total: 1000, totalIsExact: false };
    });
    await user.click(await screen.findByRole('button', { name: '1,000+ 条' }));
    expect(await screen.findByText('共 4,321 条')).toBeTruthy();
  });

  test('offers 新建 only to those who may', async () => {
    open('', { isCreatable: true });
    expect((await screen.findByRole('link', { name: '新建' })).getAttribute('href')).toBe('#/form/InsightCompany');
  });

  test('says in words that nothing matches, and shows everything again on request', async () => {
    const { user, router } = open('?q=没有');
    expect(await screen.findByText('没有符合条件的记录')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '清除筛选' }));
    await grid();
    expect(router.state.location.search).toBe('');
  });

  test('forgets the keyword of a link that was cleared', async () => {
    const { user } = open('?q=没有');
    await user.click(await screen.findByRole('button', { name: '清除筛选' }));
    await grid();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });
});

describe('what a person chooses goes into the URL', () => {
  test('a press on a header orders by it, Shift adds another field', async () => {
    const { user, router, server } = open();
    await user.click(within(await grid()).getByRole('button', { name: '企业简称' }));
    await user.keyboard('{Shift>}');
    await user.click(within(await grid()).getByRole('button', { name: '融资总额' }));
    await user.keyboard('{/Shift}');
    expect(router.state.location.search).toBe('?s=name.asc,raised.desc');
    await waitFor(() =>
      expect(server.asked.at(-1)?.sort).toEqual([
        { field: 'name', order: 'asc' },
        { field: 'raised', order: 'desc' },
      ]),
    );
    expect(
      within(await grid())
        .getByRole('columnheader', { name: /企业简称/ })
        .getAttribute('aria-sort'),
    ).toBe('ascending');
  });

  test('columns are added and taken away', async () => {
    const { user, router } = open();
    await grid();
    await user.click(screen.getByRole('button', { name: '列' }));
    await user.click(await screen.findByRole('checkbox', { name: '城市' }));
    await user.click(screen.getByRole('checkbox', { name: '最新轮次' }));
    expect(router.state.location.search).toBe('?c=name,raised,city');
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await headers()).toEqual(['企业简称', '融资总额', '城市']));
  });

  test('beside the page of the personal center that the list is on', async () => {
    const { user, router, server } = open('?page=orders&q=没有');
    await user.click(await screen.findByRole('button', { name: '清除筛选' }));
    await user.click(within(await grid()).getByRole('button', { name: '企业简称' }));
    expect(router.state.location.search).toBe('?page=orders&s=name.asc');
    expect(server.asked[0]?.keyword).toBe('没有');
  });

  test('a keyword is searched for shortly after the last key', async () => {
    const { user, router } = open();
    await grid();
    await user.type(screen.getByRole('searchbox'), '芯片');
    await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toBe('?q=芯片'));
  });

  test('a filter of the URL is shown in words, and taken away at its cross', async () => {
    const { user, router } = open("?f=['round','in',['a']]");
    expect(await screen.findByText('最新轮次：A轮')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '移除筛选：最新轮次' }));
    expect(router.state.location.search).toBe('');
  });

  test('what the layout does not have leaves the URL with a word', async () => {
    const { router } = open("?f=['ghost','empty']&d=compact");
    expect(await screen.findByText('字段“ghost”已不存在，相关筛选条件已移除')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe('?d=compact'));
  });
});

describe('by keyboard', () => {
  test('arrows move through the cells and Enter opens the row in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open();
    const list = await grid();
    list.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    const active = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
    expect(active?.closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('3');
    // The first column holds the checkboxes.
    expect(active?.getAttribute('aria-colindex')).toBe('3');
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenCalledWith('#/insight/InsightCompany/2', '_blank', 'noopener');
  });

  test('a column is made wider with the arrow keys on its edge', async () => {
    const { user, router } = open();
    const edge = within(await grid()).getByRole('separator', { name: '最新轮次列宽' });
    edge.focus();
    await user.keyboard('{ArrowRight}');
    expect(router.state.location.search).toBe('?w=round.136');
  });
});

describe('when staff add a field', () => {
  test('its column appears without reload', async () => {
    const { server, store } = open();
    await grid();
    server.view = {
      ...VIEW,
      version: 2,
      fields: [...VIEW.fields, { apiName: 'esg', type: 'text', label: 'ESG评级' }],
      columns: [...VIEW.columns, 'esg'],
    };
    store.receive({ type: 'metadata.changed', objectApiName: 'InsightCompany', version: 2 });
    await waitFor(async () => expect(await headers()).toContain('ESG评级'));
  });
});

test('a column with values on some records alone is neither filter nor order', async () => {
  const { server, store, user } = open();
  const city = VIEW.fields.filter(({ apiName }) => apiName === 'city');
  const fields = VIEW.fields.filter(({ apiName }) => apiName !== 'city');
  server.view = { ...VIEW, version: 2, fields, partly: city, columns: ['name', 'round', 'city'] };
  await grid();
  await store.reload();
  await waitFor(async () => expect(await headers()).toEqual(['企业简称', '最新轮次', '城市']));
  await user.click(screen.getByRole('button', { name: '城市列菜单' }));
  await screen.findByRole('menuitem', { name: '隐藏此列' });
  for (const name of ['升序', '筛选此列']) expect(screen.queryByRole('menuitem', { name })).toBeNull();
});

test('an empty list offers a new record to who may make one', async () => {
  const { server, store } = open('', { isCreatable: true });
  await grid();
  server.ids = [];
  await store.reload();
  expect(await screen.findByRole('button', { name: '新建' })).toBeDefined();
});

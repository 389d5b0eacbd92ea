import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBoard } from '#schemas/api/boards.ts';
import { groupRecords } from '#schemas/api/list-groups.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import { countRecords, listRecords, readRecord, type RecordRow, updateRecord } from '#schemas/api/records.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import { weeksOf } from '#client/features/records/displays/calendar-store.ts';
import { ListDisplays } from '#client/features/records/displays/list-displays.ts';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { RecordListPage } from '#client/features/records/list/record-list-page.tsx';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { DisplayChoices } from '#client/features/records/views/display-choices.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { actionsOf } from './actions-of.ts';
import { FakeViews } from './fake-views.ts';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  window.localStorage.clear();
  vi.unstubAllGlobals();
});

const TODAY = '2026-11-26';
const VIEW: ListView = {
  objectApiName: 'Event',
  label: '活动',
  version: 1,
  nameField: 'name',
  measureWord: '场',
  fields: [
    { apiName: 'name', type: 'text', label: '名称' },
    {
      apiName: 'state',
      type: 'select',
      label: '状态',
      selectOptions: [
        { value: 'planned', label: '筹备' },
        { value: 'held', label: '已办' },
      ],
    },
    { apiName: 'heldOn', type: 'date', label: '日期', config: { sortable: true } },
    { apiName: 'city', type: 'text', label: '城市' },
  ],
  columns: ['name', 'state', 'heldOn'],
  filters: [],
  sort: [],
  editable: true,
  board: { by: 'state', card: ['city'] },
  calendar: { date: 'heldOn', badge: 'state' },
  gallery: { badge: 'state', facts: ['city'] },
  dashboard: { charts: [{ label: '按状态', kind: 'bar', by: 'state' }] },
};
const ROWS: readonly RecordRow[] = [
  { id: '1', version: 3, name: '路演', state: 'planned', heldOn: '2026-11-02', city: '上海' },
  { id: '2', version: 1, name: '年会', state: 'held', heldOn: '2026-11-26', city: '杭州' },
  { id: '3', version: 1, name: '旧会', state: 'held', heldOn: '2024-03-05' },
];

const partsOf = (filter: unknown): readonly Comparison[] => {
  const condition = filter as Condition | undefined;
  if (condition && 'and' in condition) return condition.and as Comparison[];
  return condition ? [condition as Comparison] : [];
};

/** A server with three events, which answers for the days that it is asked for. */
function open(search: string, view: ListView = VIEW) {
  const rows = ROWS.map((row) => ({ ...row }));
  const api = new FakeApi()
    .on(listRecords, ({ body }) => {
      const days = partsOf(body.filter).find(({ field }) => field === 'heldOn')?.value as [string, string] | undefined;
      const found = rows.filter(({ heldOn }) => !days || (String(heldOn) >= days[0] && String(heldOn) <= days[1]));
      const list = body.sort?.[0]?.order === 'desc' ? found.slice(1, 2) : found;
      return {
        layout: body.layoutVersion === 1 ? null : view,
        list,
        total: list.length,
        totalIsExact: true,
        after: null,
      };
    })
    .on(countRecords, () => ({ total: rows.length, totalIsExact: true }))
    .on(readBoard, () => ({
      columns: ['planned', 'held'].map((value) => {
        const list = rows.filter(({ state }) => state === value);
        return { value, total: list.length, totalIsExact: true, sum: null, list };
      }),
      logos: {},
      goals: [],
    }))
    .on(groupRecords, () => ({
      groups: [
        { key: 'held', label: '已办', count: 2, sum: null },
        { key: 'planned', label: '筹备', count: 1, sum: null },
      ],
      more: 3,
    }))
    .on(readRecord, ({ params }) => {
      const record = rows.find(({ id }) => id === params.id);
      if (!record) throw refusal('UNKNOWN_RECORD');
      return { record, locked: [], editable: true };
    })
    .on(updateRecord, ({ params, body }) => {
      const record = rows.find(({ id }) => id === params.id);
      if (!record || record.version !== body.version) throw refusal('CONFLICT');
      Object.assign(record, body.values, { version: body.version + 1 });
      return { record, locked: [], editable: true };
    });
  new FakeViews(api);
  const views = new SavedViewsStore(api, () => true, new DisplayChoices(window.localStorage));
  void views.start();
  const store = new RecordListStore(api, 'Event');
  const tools = {
    views,
    exports: new ExportStore(api, 'Event'),
    totals: new TotalsStore(api),
    actions: actionsOf(api),
    displays: new ListDisplays(api, 'Event', TODAY),
  };
  const parts = { store, tools, lookups: new LookupStore(api), label: '活动', isCreatable: false, isImportable: false };
  const router = createMemoryRouter([{ path: '*', element: <RecordListPage {...parts} /> }], {
    initialEntries: [`/data/events${search}`],
  });
  render(<RouterProvider router={router} />);
  return { api, router, person: userEvent.setup(), tools };
}

test('The weeks of a month begin on Monday and hold all its days', () => {
  expect(weeksOf('2026-11')).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(weeksOf('2027-02')).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
  expect(weeksOf('2024-12')).toHaveLength(6);
});

test('A list is offered in each look that its layout has, and opens as it was shown last', async () => {
  const { person, router } = open('');
  const group = await screen.findByRole('group', { name: '显示方式' });
  expect(
    within(group)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['列表', '看板', '日历', '图册', '仪表盘']);
  await person.click(within(group).getByRole('button', { name: '日历' }));
  expect(router.state.location.search).toBe('?m=calendar');
  cleanup();
  const again = open('');
  await waitFor(() => expect(again.router.state.location.search).toBe('?m=calendar'));
});

test('A list that has no other look offers none', async () => {
  const { board: _board, calendar: _calendar, gallery: _gallery, dashboard: _dashboard, ...plain } = VIEW;
  open('?m=calendar', plain);
  expect(await screen.findByRole('grid')).toBeTruthy();
  expect(screen.queryByRole('group', { name: '显示方式' })).toBeNull();
});

test('A calendar shows each record on its day, turns to other months, and opens a day as rows', async () => {
  const { person, router } = open('?m=calendar');
  const table = await screen.findByRole('table');
  const cell = (name: string) => within(table).getByText(name).closest('td');
  await within(table).findByText('路演');
  expect(cell('路演')?.textContent).toBe('2路演筹备');
  expect(cell('年会')?.getAttribute('aria-current')).toBe('date');
  await person.click(screen.getByRole('button', { name: '上个月' }));
  expect(await screen.findByRole('heading', { name: '2026年10月' })).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: '查看最近的记录' }));
  expect(await screen.findByRole('heading', { name: '2026年11月' })).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: '11月2日，1 场，查看列表' }));
  await screen.findByRole('grid');
  expect(router.state.location.search).toBe("?f=['heldOn','between',['2026-11-02','2026-11-02']]");
});

test('A gallery shows the picture or the first character, and what matters of each record', async () => {
  open('?m=gallery');
  const cards = within(await screen.findByRole('list', { name: '活动图册' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    '路路演筹备城市上海',
    '年年会已办城市杭州',
    '旧旧会已办',
  ]);
});

test('A dashboard says how many groups it leaves out, for the question of the list', async () => {
  const { api } = open("?m=dashboard&f=['city','eq','上海']");
  expect(await screen.findByText('另有 3 组较小的未画出')).toBeTruthy();
  expect(screen.getByRole('heading', { name: '按状态' })).toBeTruthy();
  expect(api.callsOf(groupRecords)).toEqual([
    { objectApiName: 'Event', filter: { field: 'city', op: 'eq', value: '上海' }, by: 'state' },
  ]);
});

test('A card of a board without an action is moved by a change of its record, and back', async () => {
  const { api, person } = open('?m=board');
  const column = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}，`) });
  const mover = within(await column('筹备')).getByRole('button', { name: '移动“路演”' });
  mover.focus();
  await person.keyboard('{ArrowRight}');
  expect(await screen.findByText('“路演”已移到“已办”')).toBeTruthy();
  expect(api.callsOf(updateRecord)).toEqual([{ version: 3, values: { state: 'held' } }]);
  await within(await column('已办')).findByText('路演');
  await person.click(screen.getByRole('button', { name: '撤销' }));
  await within(await column('筹备')).findByText('路演');
  expect(api.callsOf(updateRecord)).toHaveLength(2);
});

test('A user who may change no record is offered no move', async () => {
  const { editable: _editable, ...readOnly } = VIEW;
  open('?m=board', readOnly);
  await screen.findByText('路演');
  expect(screen.queryByRole('button', { name: /^移动/ })).toBeNull();
});

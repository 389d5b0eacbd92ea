import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBoard } from '#schemas/api/boards.ts';
import { moveContact, undoMove } from '#schemas/api/pipeline.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openSystemList } from '#tests/support/ui/system-list.tsx';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  window.localStorage.clear();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  vi.unstubAllGlobals();
});

const STATES =
  shippedObjects()
    .find(({ apiName }) => apiName === 'CompanyPipeline')
    ?.fields.find(({ apiName }) => apiName === 'state')?.selectOptions ?? [];

/** A pipeline of two entries on a server that moves them as it is asked to. */
function open(search = '?m=board') {
  const rows: (RecordRow & { state: string })[] = [
    { id: '1', version: 1, entry: '11', title: '甲资本', state: 'todo', nextStep: '发送材料', nextOn: '2026-11-18' },
    { id: '2', version: 1, entry: '12', title: '乙资本', state: 'meeting' },
  ];
  let before = '';
  const api = new FakeApi()
    .on(readBoard, () => ({
      columns: STATES.map(({ value }) => {
        const list = rows.filter(({ state }) => state === value).map((row) => ({ ...row }));
        return { value, total: list.length, totalIsExact: true, sum: null, list };
      }),
      logos: {},
      goals: [{ id: '7', name: '示例企业', target: '30000000', reached: '12000000' }],
    }))
    .on(moveContact, ({ params, body }) => {
      const row = rows.find(({ entry }) => entry === params.id);
      if (!row) throw new Error('There is no such entry.');
      before = row.state;
      Object.assign(row, { state: body.state, version: body.version + 1, undoable: true });
      return null;
    })
    .on(undoMove, ({ params }) => {
      Object.assign(rows.find(({ entry }) => entry === params.id) ?? {}, { state: before });
      return null;
    });
  return { api, ...openSystemList(api, 'CompanyPipeline', () => rows, undefined, search) };
}

const column = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}，`) });
const cardsOf = async (name: string) =>
  within(await column(name))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

test('A board has a column for each state, says what is overdue, and how far the goal is', async () => {
  open();
  expect(await cardsOf('待联系')).toEqual(['甲资本']);
  expect(await cardsOf('约谈')).toEqual(['乙资本']);
  expect(within(await column('待联系')).getByText('已过期2天')).toBeTruthy();
  expect(screen.getByText('已承诺 1200万人民币 / 目标 3000万人民币（40%）')).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('The address keeps whether the list is a board', async () => {
  const { person, router } = open('');
  await person.click(await screen.findByRole('button', { name: '看板' }));
  expect(router.state.location.search).toBe('?m=board');
  expect(await cardsOf('待联系')).toEqual(['甲资本']);
  await person.click(screen.getByRole('button', { name: '列表' }));
  expect(router.state.location.search).toBe('');
});

test('A list opens as it was last shown in this browser, unless its address says more', async () => {
  const first = open('');
  await first.person.click(await screen.findByRole('button', { name: '看板' }));
  cleanup();
  const again = open('');
  expect(await cardsOf('待联系')).toEqual(['甲资本']);
  expect(again.router.state.location.search).toBe('?m=board');
  await again.person.click(screen.getByRole('button', { name: '列表' }));
  cleanup();
  const rows = open('');
  expect(await screen.findByRole('grid')).toBeTruthy();
  await rows.person.click(screen.getByRole('button', { name: '看板' }));
  cleanup();
  open('?q=资本');
  expect(await screen.findByRole('grid')).toBeTruthy();
});

test('A card is led into the columns beside by the arrows of its button, and keeps the focus', async () => {
  const { api, person } = open();
  const mover = () => screen.getByRole('button', { name: '移动“甲资本”' });
  (await screen.findByRole('button', { name: '移动“甲资本”' })).focus();
  await person.keyboard('{ArrowLeft}');
  expect(api.callsOf(moveContact)).toEqual([]);
  fireEvent.keyDown(mover(), { key: 'ArrowRight' });
  fireEvent.keyDown(mover(), { key: 'ArrowRight' });
  fireEvent.keyDown(mover(), { key: 'ArrowRight', repeat: true });
  await waitFor(async () => expect(await cardsOf('已联系')).toEqual(['甲资本']));
  expect(api.callsOf(moveContact)).toEqual([{ version: 1, state: 'contacted' }]);
  await waitFor(() => expect(document.activeElement).toBe(mover()));
  await person.keyboard('{ArrowLeft}');
  await waitFor(async () => expect(await cardsOf('待联系')).toEqual(['甲资本']));
});

test('On a phone the columns are one beside the other, and a tab leads to each', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }));
  const shown = vi.fn<() => void>();
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: shown, configurable: true });
  const { person } = open();
  const tab = await screen.findByRole('tab', { name: '待联系 1' });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  expect(await cardsOf('约谈')).toEqual(['乙资本']);
  await person.click(screen.getByRole('tab', { name: '约谈 1' }));
  expect(screen.getByRole('tab', { name: '约谈 1' }).getAttribute('aria-selected')).toBe('true');
  expect(shown.mock.contexts).toContain((await column('约谈')).parentElement);
});

test('A card is dragged into another column, and the move is taken back once', async () => {
  const { api, person } = open();
  const card = within(await column('待联系')).getByRole('link', { name: '甲资本' });
  const dataTransfer = { setData: () => undefined };
  fireEvent.dragStart(card, { dataTransfer });
  fireEvent.dragOver(await column('约谈'), { dataTransfer });
  fireEvent.drop(await column('约谈'), { dataTransfer });
  await waitFor(async () => expect(await cardsOf('约谈')).toEqual(['甲资本', '乙资本']));
  expect(api.callsOf(moveContact)).toEqual([{ version: 1, state: 'meeting' }]);
  await person.click(screen.getByRole('button', { name: '撤销' }));
  await waitFor(async () => expect(await cardsOf('待联系')).toEqual(['甲资本']));
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
});

test('A card is moved by its menu, which asks for the reason of a refusal and then keeps the focus on the card', async () => {
  const { api, person } = open();
  await person.click(await screen.findByRole('button', { name: '移动“甲资本”' }));
  expect(screen.queryByRole('menuitem', { name: '移到“待联系”' })).toBeNull();
  await person.click(await screen.findByRole('menuitem', { name: '移到“不投”' }));
  const dialog = await screen.findByRole('dialog', { name: /移到“不投”/ });
  await person.click(within(dialog).getByRole('button', { name: '移动' }));
  expect(api.callsOf(moveContact)).toEqual([]);
  await person.click(await within(dialog).findByRole('combobox', { name: /不投原因/ }));
  await person.click(await screen.findByRole('option', { name: '阶段' }));
  await person.click(within(dialog).getByRole('button', { name: '移动' }));
  await waitFor(async () => expect(await cardsOf('不投')).toEqual(['甲资本']));
  expect(api.callsOf(moveContact)).toEqual([{ version: 1, state: 'declined', reason: 'stage' }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '移动“甲资本”' })));
});

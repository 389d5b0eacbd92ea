import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Sort } from '#schemas/metadata/sort.ts';
import { RowSelection } from '#client/features/records/list/row-selection.ts';
import { DataGrid } from '#client/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#client/ui/data-grid/columns/grid-column.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

interface Company {
  readonly id: string;
}

const ROWS = 5000;
const textColumn = (id: string, label: string, pinned = false): GridColumn<Company> => ({
  id,
  label,
  width: 150,
  align: 'start',
  sortable: true,
  pinned,
  cell: (row) => `${label}${row.id}`,
  text: (row) => `${label}${row.id}`,
});
const COLUMNS = [
  textColumn('name', '名称', true),
  textColumn('city', '城市'),
  textColumn('round', '轮次'),
  textColumn('money', '金额'),
];

/** What the screen around a grid keeps. */
class Choices {
  sort: readonly Sort[] = [];
  pinned: readonly string[] = [];
  columns: readonly string[] = COLUMNS.map((column) => column.id);
  widths: Readonly<Record<string, number>> = {};
  readonly selection = new RowSelection();
  constructor() {
    makeAutoObservable(this);
  }

  choose(next: Partial<Pick<Choices, 'sort' | 'pinned' | 'columns' | 'widths'>>): void {
    Object.assign(this, next);
  }
}

const rowAt = (index: number): Company => ({ id: String(index + 1) });
const keptRows = () => Array.from({ length: 100 }, (_, index) => rowAt(index));
const opened = vi.fn<(row: Company) => void>();
const seen = vi.fn<(from: number, to: number) => void>();
const filtered = vi.fn<(id: string) => void>();

const Screen = observer(function Screen({ choices }: { readonly choices: Choices }) {
  const { selection } = choices;
  return (
    <DataGrid
      label="企业列表"
      columns={choices.columns.flatMap((id) => COLUMNS.find((column) => column.id === id) ?? [])}
      count={ROWS}
      isExact
      rowAt={rowAt}
      keptRows={keptRows}
      onSee={seen}
      resetKey={1}
      sort={choices.sort}
      onSort={(sort) => choices.choose({ sort })}
      widths={choices.widths}
      onWidths={(widths) => choices.choose({ widths })}
      pinned={choices.pinned}
      onPinned={(pinned) => choices.choose({ pinned })}
      onColumns={(columns) => choices.choose({ columns })}
      onFilterColumn={filtered}
      density="standard"
      isBusy={false}
      selection={{
        has: (id) => selection.has(id),
        state: () => (selection.isEmpty ? 'none' : selection.mode === 'all' ? 'all' : 'some'),
        toggle: (id) => selection.toggle(id),
        range: (from, to, picked) => {
          const ids = Array.from({ length: to - from }, (_, at) => rowAt(from + at).id);
          selection.range(ids, picked);
        },
        all: () => selection.all(),
        clear: () => selection.clear(),
      }}
      onOpen={opened}
    />
  );
});

beforeEach(() => openScreen());
afterEach(cleanup);

async function open() {
  const choices = new Choices();
  render(<Screen choices={choices} />);
  const user = userEvent.setup();
  const grid = screen.getByRole('grid');
  grid.focus();
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  const labels = () =>
    within(grid)
      .getAllByRole('columnheader')
      .map((header) => header.textContent.replace(/[▲▼]\d*/, ''))
      .filter(Boolean);
  return { choices, user, grid, active, labels };
}

const box = (row: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `选择第 ${row} 行` });

describe('by keyboard alone', () => {
  test('the head is reached from the first row; Enter sorts, Shift+Enter adds, and marks count the columns', async () => {
    const { choices, user, active } = await open();
    await user.keyboard('{ArrowDown}{ArrowUp}');
    expect(active()?.getAttribute('role')).toBe('columnheader');
    await user.keyboard('{ArrowRight}{Enter}');
    await user.keyboard('{ArrowRight}{Shift>}{Enter}{/Shift}');
    expect(choices.sort).toEqual([
      { field: 'city', order: 'asc' },
      { field: 'round', order: 'asc' },
    ]);
    expect(screen.getByRole('columnheader', { name: /轮次/ }).textContent).toContain('▲2');
  });

  test('Ctrl+Shift+arrows move a column, and the keyboard stays with it', async () => {
    const { user, active, labels } = await open();
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowRight}{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
    expect(labels()).toEqual(['名称', '轮次', '城市', '金额']);
    expect(active()?.textContent).toContain('城市');
    await user.keyboard('{Control>}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{/Control}');
    expect(labels()).toEqual(['名称', '城市', '轮次', '金额']);
  });

  test('the menu of a column opens with Alt+ArrowDown and pins, hides and filters', async () => {
    const { choices, user, labels } = await open();
    await user.keyboard('{ArrowDown}{ArrowUp}{End}{Alt>}{ArrowDown}{/Alt}');
    await user.click(await screen.findByRole('menuitem', { name: '固定在左侧' }));
    expect([choices.pinned, labels()]).toEqual([['money'], ['名称', '金额', '城市', '轮次']]);
    await user.click(screen.getByRole('button', { name: '城市列菜单', hidden: true }));
    await user.click(await screen.findByRole('menuitem', { name: '隐藏此列' }));
    expect(labels()).toEqual(['名称', '金额', '轮次']);
    await user.click(screen.getByRole('button', { name: '轮次列菜单', hidden: true }));
    await user.click(await screen.findByRole('menuitem', { name: '筛选此列' }));
    expect(filtered).toHaveBeenCalledWith('round');
  });

  test('the name can be neither hidden nor moved', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: '名称列菜单' }));
    await screen.findByRole('menuitem', { name: '升序' });
    for (const name of ['隐藏此列', '固定在左侧', '左移', '右移']) {
      expect(screen.queryByRole('menuitem', { name })).toBeNull();
    }
  });

  test('Ctrl+End and Ctrl+Home reach the last and the first cell of 5,000 rows', async () => {
    const { user, grid, active } = await open();
    await user.keyboard('{ArrowDown}{Control>}{End}{/Control}');
    expect(active()?.textContent).toBe('金额5000');
    expect(seen.mock.lastCall?.[1]).toBe(ROWS);
    await user.keyboard('{Control>}{Home}{/Control}{ArrowRight}{PageDown}');
    expect(grid.scrollTop).toBeLessThan(2000);
    expect(active()?.textContent).toMatch(/^名称2\d$/);
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

describe('picking rows', () => {
  test('one, and with Shift all from there, by pointer', async () => {
    const { choices, user } = await open();
    await user.click(box(2));
    await user.keyboard('{Shift>}');
    await user.click(box(6));
    await user.keyboard('{/Shift}');
    expect(choices.selection.scope).toEqual({ ids: ['2', '3', '4', '5', '6'] });
    expect(box(4).closest('[role=row]')?.getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择全部' }).indeterminate).toBe(true);
  });

  test('with Space, all of them with Ctrl+A, none with Escape', async () => {
    const { choices, user } = await open();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(choices.selection.scope).toEqual({ ids: ['2'] });
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(choices.selection.scope).toEqual({ ids: ['2', '3', '4'] });
    await user.keyboard('{Control>}a{/Control}');
    expect([choices.selection.scope, box(1).checked]).toEqual([{ except: [] }, true]);
    await user.keyboard('{Escape}');
    expect(choices.selection.isEmpty).toBe(true);
  });
});

test('Ctrl+C copies the active cell, or the picked rows with their labels', async () => {
  const { choices, user, grid } = await open();
  const copied = () => {
    const setData = vi.fn<(type: string, text: string) => void>();
    fireEvent.copy(grid, { clipboardData: { setData } });
    return setData.mock.lastCall?.[1];
  };
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(copied()).toBe('城市1');
  choices.selection.range(['2', '3']);
  expect(copied()).toBe('名称\t城市\t轮次\t金额\n名称2\t城市2\t轮次2\t金额2\n名称3\t城市3\t轮次3\t金额3');
});

test('only rows near the screen are drawn, each numbered as in the whole list', async () => {
  const { grid } = await open();
  const rows = within(grid).getAllByRole('row');
  expect(rows.length).toBeLessThan(60);
  expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-multiselectable')]).toEqual(['5001', 'true']);
  expect(rows[1]?.getAttribute('aria-rowindex')).toBe('2');
});

import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { GridColumn, GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';
import { PrintedRows } from '#client/ui/data-grid/printed-rows.tsx';

afterEach(cleanup);

interface Company {
  readonly id: string;
  readonly sum: string;
}

const column = (id: 'id' | 'sum', label: string): GridColumn<Company> => ({
  id,
  label,
  width: 100,
  align: id === 'sum' ? 'end' : 'start',
  sortable: false,
  pinned: false,
  cell: (row) => row[id],
  text: (row) => row[id],
});
const COLUMNS = [column('id', '企业'), column('sum', '金额')];
const ROWS: readonly Company[] = [
  { id: '一', sum: '1万' },
  { id: '二', sum: '2万' },
];
const picked = (ids: readonly string[]) =>
  ({ has: (id: string) => ids.includes(id), state: () => (ids.length > 0 ? 'some' : 'none') }) as GridSelection;

function print(selection: GridSelection) {
  render(<PrintedRows label="企业列表" columns={COLUMNS} count={1200} keptRows={() => ROWS} selection={selection} />);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  return within(screen.getByRole('table', { name: '企业列表' }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
}

test('a list on paper has every row that has come, and says how many that are', () => {
  expect(print(picked([]))).toEqual(['企业金额', '一1万', '二2万']);
  expect(screen.getByText('打印了 2 条，全部记录请使用“导出”。')).toBeTruthy();
});

test('rows that were picked are printed alone', () => {
  expect(print(picked(['二']))).toEqual(['企业金额', '二2万']);
});

test('the table is gone from the page when the sheet is drawn', () => {
  print(picked([]));
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByRole('table')).toBeNull();
});

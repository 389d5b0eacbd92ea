import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ListColumn } from '#generators/columns.ts';
import { recordColumns } from '#client/features/records/columns/record-columns.tsx';
import { ReferenceCell } from '#client/ui/field-types/cells/reference-cell.tsx';

const field = { apiName: 'town', type: 'multiReference' as const, label: '城市', targetApiName: 'Town' };
const value = [
  { id: '1', name: '空城（已归档）', archived: true },
  { id: '2', name: '新城' },
];
const options = { label: (_: string | undefined, text: string) => text, path: () => [], options: () => [] };
const classes = () => screen.getAllByRole('link').map(({ textContent, className }) => `${textContent}: ${className}`);

it('a link to an archived record is marked on detail pages and in lists, and says so in its name', () => {
  const { unmount } = render(<ReferenceCell field={field} value={value} options={options} />);
  expect(classes()).toEqual(['空城（已归档）: cell-link archived-link', '新城: cell-link']);
  unmount();
  const column: ListColumn = { field, width: 180, align: 'start', sortable: false, isName: false, shown: true };
  const [drawn] = recordColumns('Shop', [column], options);
  render(<>{drawn?.cell({ id: '9', version: 1, town: value })}</>);
  expect(classes()).toEqual(['空城（已归档）: grid-link archived-link', '新城: grid-link']);
});

import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { listColumns } from '#generators/columns.ts';
import { recordColumns } from '#client/features/records/columns/record-columns.tsx';
import { ReferenceCell } from '#client/ui/field-types/cells/reference-cell.tsx';
import { VIEW } from './lists.ts';

afterEach(cleanup);

const label = (_set: string | undefined, value: string) => value;
const options = { label, path: (set: string | undefined, value: string) => [label(set, value)] };
const OWN = `/files/public/${'a'.repeat(32)}`;
const draw = (face: unknown, logo?: string) => {
  const [name] = recordColumns('Firm', listColumns(VIEW), options, [], logo);
  return render(<>{name?.cell({ id: '7', name: '示例企业', face })}</>).container;
};

test('a name has the picture of its record before it, which is loaded when it comes near', () => {
  const cell = draw({ url: OWN, name: 'a.png' }, 'face');
  const picture = cell.querySelector('img');
  expect(picture?.getAttribute('src')).toBe(OWN);
  expect(picture?.getAttribute('loading')).toBe('lazy');
  expect(picture?.getAttribute('alt')).toBe('');
  expect(cell.querySelector('a')?.textContent).toBe('示例企业');
});

test('a name without a picture has its first character there, unheard, and so has one whose picture is elsewhere', () => {
  for (const face of [undefined, { url: 'https://logos.example.com/a.png', name: 'a.png' }]) {
    const cell = draw(face, 'face');
    expect(cell.querySelector('img')).toBeNull();
    expect(cell.querySelector('[aria-hidden]')?.textContent).toBe('示');
    cleanup();
  }
});

test('a list whose records have no picture draws names alone, and gives them no room for one', () => {
  expect(draw({ url: OWN, name: 'a.png' }).querySelector('.grid-logo')).toBeNull();
  const [plain] = recordColumns('Firm', listColumns(VIEW), options);
  const [pictured] = recordColumns('Firm', listColumns(VIEW), options, [], 'face');
  expect(plain?.room).toBeUndefined();
  expect(pictured?.room).toBeGreaterThan(22);
});

test('a link has the picture of its record before its name, also on a detail page, and no room for one it has not', () => {
  const field = { apiName: 'firm', type: 'reference' as const, label: '企业', targetApiName: 'InsightCompany' };
  const view = { ...VIEW, fields: [...VIEW.fields, field], columns: [...VIEW.columns, 'firm'] };
  const column = recordColumns('Deal', listColumns(view), options).find(({ id }) => id === 'firm');
  const drawn = (logo?: string) => {
    const firm = { id: '3', name: '星河智造', ...(logo !== undefined && { logo }) };
    cleanup();
    const cell = render(<>{column?.cell({ id: '7', name: '一笔交易', firm })}</>).container;
    const detail = render(<ReferenceCell field={field} value={firm} options={options} />).container;
    return [cell, detail];
  };
  for (const place of drawn(OWN)) {
    const picture = place.querySelector('a > img');
    expect(picture?.getAttribute('src')).toBe(OWN);
    expect(picture?.getAttribute('loading')).toBe('lazy');
    expect(place.textContent).toBe('星河智造');
  }
  for (const place of [...drawn(), ...drawn('https://logos.example.com/a.png')])
    expect(place.querySelector('img')).toBeNull();
});

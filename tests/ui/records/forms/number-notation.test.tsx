// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { NumberCell } from '#client/ui/field-types/cells/number-cell.tsx';
import { LOOKUPS } from './fake-server.ts';

afterEach(cleanup);

const shown = (config: FieldDefinition['config'], value: string | number) => {
  const field: FieldDefinition = { apiName: 'it', type: 'integer', label: '它', ...(config && { config }) };
  return render(<NumberCell field={field} value={value} options={LOOKUPS} />).container.textContent;
};

test('a number is written in groups of three digits with its unit', () => {
  expect(shown({ unit: '家' }, 12300)).toBe('12,300家');
});

test('a year is written plain', () => {
  expect(shown({ notation: 'plain' }, 2026)).toBe('2026');
});

test('a number that is an amount of money is written in 万 and 亿', () => {
  expect(shown({ notation: 'amount' }, '70775450.98')).toBe('7077.55万');
});

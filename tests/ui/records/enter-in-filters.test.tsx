import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FilterPanel } from '#client/features/records/filters/filter-panel.tsx';
import { QuickFilter } from '#client/features/records/filters/quick/quick-filter.tsx';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const STAFF: FieldDefinition = { apiName: 'staff', type: 'integer', label: '人数' };
const FOUNDED: FieldDefinition = { apiName: 'founded', type: 'date', label: '成立日期' };
const RAISED: FieldDefinition = { apiName: 'raised', type: 'currency', label: '融资金额' };
const lookups = {
  label: (_: unknown, value: string) => value,
  path: () => [],
  options: () => [],
  searchRecords: async () => [],
};

const CASES = [
  { field: STAFF, good: '12', bad: 'x', kept: '12x', op: 'gte', value: 12 },
  { field: FOUNDED, good: '2019', bad: '-13', kept: '2019-13', op: 'notBefore', value: '2019' },
  { field: FOUNDED, good: '2019-06', bad: '-31', kept: '2019-06-31', op: 'notBefore', value: '2019-06' },
  { field: RAISED, good: '3.5亿', bad: '元整', kept: '3.5亿元整', op: 'gte', value: '350000000' },
] as const;

describe('Enter in a filter', () => {
  test.each(CASES)('judges what is in the box of $field.label, not what could last be read: $kept', async (given) => {
    const { field, good, bad, kept, op, value } = given;
    const applied: (Comparison | undefined)[] = [];
    const user = userEvent.setup();
    render(
      <QuickFilter
        field={field}
        current={undefined}
        lookups={lookups}
        list={{ objectApiName: 'InsightCompany', filter: undefined, keyword: '' }}
        today="2026-11-21"
        onApply={(next) => applied.push(next)}
        onDone={() => undefined}
        onMore={() => undefined}
      />,
    );
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: `${field.label}从` });
    await user.type(box, `${good}${bad}{Enter}`);
    expect(applied).toEqual([]);
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(box.value).toBe(kept);
    await user.clear(box);
    await user.type(box, `${good}{Enter}`);
    expect(applied).toEqual([{ field: field.apiName, op, value }]);
  });

  test('with Ctrl applies nothing of the panel that cannot be read, keeps it and says so at its line', async () => {
    const applied: (Condition | undefined)[] = [];
    const user = userEvent.setup();
    const view = { ...VIEW, filters: ['staff'], fields: [...VIEW.fields, STAFF] };
    const filter: Condition = { field: 'staff', op: 'gt', value: 5 };
    render(
      <FilterPanel
        view={view}
        filter={filter}
        lookups={lookups}
        onApply={(next) => applied.push(next)}
        onClose={() => undefined}
      />,
    );
    const box = screen.getByRole<HTMLInputElement>('textbox');
    await user.type(box, 'x{Control>}{Enter}{/Control}');
    expect(applied).toEqual([]);
    expect(screen.getByRole('group', { name: '条件 1' }).querySelector('[role=alert]')?.textContent).not.toBe('');
    expect(box.value).toBe('5x');
    await user.clear(box);
    await user.type(box, '7{Control>}{Enter}{/Control}');
    expect(applied).toEqual([{ ...filter, value: 7 }]);
  });
});

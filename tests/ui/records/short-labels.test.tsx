import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import { FilterBar } from '#client/features/records/filters/filter-bar.tsx';
import { proposedName } from '#client/features/records/views/proposed-name.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from './lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const [name, round] = VIEW.fields;
const view = {
  ...VIEW,
  fields: [...(name ? [name] : []), ...(round ? [{ ...round, shortLabel: '轮次' }] : [])],
};
const lookups = {
  label: (_set: string | undefined, value: string) => `${value.toUpperCase()}轮`,
  path: () => [],
  options: () => [],
  searchRecords: () => Promise.resolve([]),
};

function bar(filter: Condition | undefined) {
  const quiet = () => undefined;
  render(
    <FilterBar
      view={view}
      filter={filter}
      keyword=""
      onFilter={quiet}
      lookups={lookups}
      today="2026-11-24"
      found=""
      isPanelOpen={false}
      onPanel={quiet}
    />,
  );
}

test('a filter above a list is called by the short label of its field, set or not, and so is its cross', () => {
  bar(undefined);
  expect(screen.getByRole('button', { name: '轮次' })).toBeTruthy();
  cleanup();
  bar({ field: 'round', op: 'in', value: ['a'] });
  expect(screen.getByRole('button', { name: '轮次：A轮' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '移除筛选：轮次' })).toBeTruthy();
});

test('a field without a short label is called by its label', () => {
  bar({ field: 'name', op: 'contains', value: '芯' });
  expect(screen.getByRole('button', { name: '企业简称：含 芯' })).toBeTruthy();
});

test('the name that a view is proposed has the short label', () => {
  const state = { ...DEFAULT_LIST_STATE, filter: { field: 'round', op: 'empty' } as const };
  expect(proposedName(state, view, undefined, (value) => value)).toBe('轮次未填写');
});

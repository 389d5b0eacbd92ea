import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWorkbench, type Workbench } from '#schemas/api/visits.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { WorkbenchPage } from '#client/features/visits/workbench-page.tsx';
import { WorkbenchStore } from '#client/features/visits/workbench-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const NOTHING: Workbench = { visited: 0, changed: 0, unfollowed: 0, deals: [], due: 0, until: '2026-12-05' };

function open(workbench: Workbench) {
  let browsed = 0;
  const api = new FakeApi().on(readWorkbench, () => workbench);
  render(<WorkbenchPage store={new WorkbenchStore(api)} onBrowse={() => (browsed += 1)} />);
  return { user: userEvent.setup(), timesBrowsed: () => browsed };
}

test('every number of the workbench opens the list that it counts', async () => {
  open({ ...NOTHING, visited: 3, changed: 1, deals: [{ state: 'committed', count: 2 }], due: 1 });
  const filterOf = (name: string) => {
    const [path = '', search = ''] = (screen.getByRole('link', { name }).getAttribute('href') ?? '').split('?');
    return [path, decodeListState(`?${search}`).state.filter];
  };
  expect(await screen.findByRole('link', { name: '我看过的 3' })).toBeDefined();
  expect(filterOf('我看过的 3')).toEqual(['#/visited', undefined]);
  expect(filterOf('看过后有更新 1')).toEqual(['#/visited', { field: 'changed', op: 'eq', value: true }]);
  expect(filterOf('已承诺 2')).toEqual(['#/pipeline/deals', { field: 'state', op: 'in', value: ['committed'] }]);
  expect(filterOf('14天内的下一步 1')[1]).toEqual({
    and: [
      { field: 'nextOn', op: 'between', value: [null, '2026-12-05'] },
      { field: 'state', op: 'in', value: ['watching', 'considering', 'committed'] },
    ],
  });
});

test('an empty workbench leads to projects that can be looked at', async () => {
  const { user, timesBrowsed } = open(NOTHING);
  await user.click(await screen.findByRole('button', { name: '查看融资项目' }));
  expect(timesBrowsed()).toBe(1);
});

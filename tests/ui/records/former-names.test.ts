import { expect, test } from 'vitest';
import type { ListView } from '#schemas/api/list-view.ts';
import { pruneListState } from '#client/features/records/list/prune-state.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { decodeListState, encodeListState } from '#shared/lists/list-address.ts';

const VIEW: ListView = {
  objectApiName: 'Project',
  label: '项目',
  version: 2,
  nameField: 'name',
  fields: [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'phase', type: 'text', label: '阶段', config: { formerNames: ['stage', 'step'], sortable: true } },
  ],
  columns: ['name', 'phase'],
  filters: ['phase'],
  sort: [],
};

test('an address that is older than the identifier of its field opens the same list, and becomes one with the new identifier', () => {
  const old = encodeListState({
    ...DEFAULT_LIST_STATE,
    filter: { and: [{ field: 'stage', op: 'contains', value: '早' }, { not: { field: 'step', op: 'empty' } }] },
    sort: [{ field: 'stage', order: 'desc' }],
    columns: ['name', 'stage'],
    pinned: ['stage'],
    widths: { stage: 240 },
  });
  const { state, notices } = pruneListState(decodeListState(old).state, VIEW);
  expect(notices).toEqual([]);
  expect(state).toMatchObject({
    filter: { and: [{ field: 'phase', op: 'contains', value: '早' }, { not: { field: 'phase', op: 'empty' } }] },
    sort: [{ field: 'phase', order: 'desc' }],
    columns: ['name', 'phase'],
    pinned: ['phase'],
    widths: { phase: 240 },
  });
  expect(encodeListState(state)).not.toMatch(/stage|step/);
});

test('a name that no field has or had is left out with a word', () => {
  const asked = { ...DEFAULT_LIST_STATE, filter: { field: 'lost', op: 'empty' } as const };
  expect(pruneListState(asked, VIEW)).toMatchObject({
    state: { filter: undefined },
    notices: ['字段“lost”已不存在，相关筛选条件已移除'],
  });
});

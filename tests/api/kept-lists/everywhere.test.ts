import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkEdit } from '#schemas/api/bulk.ts';
import type { ExportState } from '#schemas/api/exports.ts';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import type { SavedView } from '#schemas/api/views.ts';
import { decodeListState, encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';
import { fetchedExport } from '#tests/support/files/fetched-export.ts';

let test: TestApp;
let deals: string[];
const lists = new Map<Who, string>();
beforeAll(async () => {
  test = await openTestApp();
  const data = new FirmsAndDeals(test);
  await data.begin([]);
  deals = [];
  for (const [title, round, staff] of [
    ['甲', 'A', 10],
    ['乙', 'A', 20],
    ['丙', 'B', 40],
  ])
    deals.push(await data.create('Deal', { title, round, staff }));
  for (const who of ['member', 'staff'] as const) {
    const { id } = made(await test.post<KeptList>(who, '/api/list', { objectApiName: 'Deal', name: '清单' }));
    made(await test.post(who, `/api/list/${id}/add`, { ids: [deals[0], deals[2]] }));
    lists.set(who, id);
  }
});
afterAll(() => test.close());

/** What is asked of deals on the list of a user. */
const onListOf = (who: Who) => ({ objectApiName: 'Deal', filter: { inList: lists.get(who) ?? '' } });
const REFUSED = [codeOf('INVALID_QUERY'), 'filter.inList', expect.stringContaining('清单不存在、没有共享给您')];

describe('the condition that a record is on a list, wherever conditions are asked', () => {
  it.each([
    ['totals', { fields: ['staff'] }],
    ['optionCounts', { field: 'round' }],
    ['count', {}],
    ['getLayoutAndDataList', {}],
  ])(
    'is answered by %s with the rights of the reader: a list of others is refused with its place',
    async (path, more) => {
      const ask = (who: Who, whose: Who) =>
        test.post<unknown>(who, `/api/metadata/data/${path}`, { ...onListOf(whose), ...more });
      made(await ask('member', 'member'));
      for (const who of ['svip', 'staff'] as const) {
        const refused = await ask(who, 'member');
        expect([refused.code, refused.problems[0]?.field, refused.msg]).toEqual(REFUSED);
      }
    },
  );

  it('narrows figures and groups to what is on it', async () => {
    const totals = await test.post<{ sum: string }[]>('member', '/api/metadata/data/totals', {
      ...onListOf('member'),
      fields: ['staff'],
    });
    expect(JSON.stringify(made(totals))).toContain('"50"');
    const counts = await test.post('member', '/api/metadata/data/optionCounts', {
      ...onListOf('member'),
      field: 'round',
    });
    expect(JSON.stringify(made(counts))).not.toContain('2');
  });

  it('narrows exports, which are refused to those whom the list is not shared with', async () => {
    const run = made(
      await test.post<ExportState>('member', '/api/metadata/export', {
        ...onListOf('member'),
        format: 'csv',
        fields: ['title'],
      }),
    );
    const rows = (await fetchedExport(test, 'member', run.id)).trim().split('\r\n').slice(1);
    expect(rows.toSorted()).toEqual(['甲', '丙'].toSorted());
    const other = await test.post<ExportState>('svip', '/api/metadata/export', {
      ...onListOf('member'),
      format: 'csv',
    });
    expect([other.code, other.problems[0]?.field, other.msg]).toEqual(REFUSED);
  });

  it('narrows bulk edits of staff to their own list, and changes nothing of one that they may not see', async () => {
    const changes = [{ field: 'staff', how: 'set', value: 1 }];
    const start = (whose: Who) =>
      test.post<BulkEdit>('staff', '/api/metadata/bulk', {
        ...onListOf(whose),
        clientKey: `bulk-of-${whose}`,
        task: 'edit',
        changes,
        reason: '统一人数口径',
      });
    expect(made(await start('staff')).total).toBe(2);
    const refused = await start('member');
    expect([refused.code, refused.problems[0]?.field, refused.msg]).toEqual(REFUSED);
  });

  it('is kept in a saved view that is handed on, and asked with the rights of who opens it', async () => {
    const { objectApiName, filter } = onListOf('member');
    const state = encodeListState({ ...DEFAULT_LIST_STATE, filter });
    const view = { objectApiName, name: '清单里的交易', state, sharing: 'link' };
    const { id } = made(await test.post<SavedView>('member', '/api/metadata/view', view));
    const opened = made(await test.get<SavedView>('svip', `/api/metadata/view/${id}`));
    const query = { objectApiName, filter: decodeListState(opened.state).state.filter };
    expect(query.filter).toEqual(filter);
    const ask = (who: Who) => test.post<{ list: unknown[] }>(who, '/api/metadata/data/getLayoutAndDataList', query);
    expect(made(await ask('member')).list).toHaveLength(2);
    expect((await ask('svip')).code).toBe(codeOf('INVALID_QUERY'));
    made(await test.post('member', `/api/list/${lists.get('member')}/share`, { account: 'svip', role: 'view' }));
    expect(made(await ask('svip')).list).toHaveLength(2);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportQuota, ExportState } from '#schemas/api/exports.ts';
import type { KeptList, ListShare } from '#schemas/api/kept-lists.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import { fetchedExport } from '#tests/support/files/fetched-export.ts';

let test: TestApp;
let list: KeptList;
beforeAll(async () => {
  test = await openTestApp();
  list = made(await test.post<KeptList>('member', '/api/list', { objectApiName: 'InsightCompany', name: '清单' }));
});
afterAll(() => test.close());

const start = () =>
  test.post<ExportState>('svip', '/api/metadata/export', {
    objectApiName: 'InsightCompany',
    filter: { inList: list.id },
    format: 'csv',
  });
const used = async () => made(await test.get<ExportQuota>('svip', '/api/metadata/export/quota')).used;

it('refuses an export of a list of another user before it counts, with the place of the list', async () => {
  const refused = await start();
  expect([refused.code, refused.problems[0]?.field]).toEqual([codeOf('INVALID_QUERY'), 'filter.inList']);
  expect(refused.msg).toContain('清单不存在、没有共享给您');
  expect(await used()).toBe(0);
});

it('refuses the file of a list that is shared no more', async () => {
  const shares = made(
    await test.post<ListShare[]>('member', `/api/list/${list.id}/share`, { account: 'svip', role: 'view' }),
  );
  const run = made(await start());
  expect(await used()).toBe(1);
  made(await test.post('member', `/api/list/${list.id}/unshare`, { accountId: shares[0]?.accountId }));
  expect(await fetchedExport(test, 'svip', run.id)).toContain('清单不存在、没有共享给您');
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkEdit } from '#schemas/api/bulk.ts';
import type { ExportState } from '#schemas/api/exports.ts';
import type { ListReply } from '#schemas/api/records.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';
import { fetchedExport } from '#tests/support/files/fetched-export.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

const DATA = '/api/metadata/data';

let test: TestApp;
let world: FirmsAndDeals;
/** A filter that names a merged firm by its old id, alone and among others. */
let filter: object;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  const merges = new Merges(test);
  await world.begin([]);
  const [kept, gone, other] = [
    await world.create('Firm', { name: '留下' }),
    await world.create('Firm', { name: '并入' }),
    await world.create('Firm', { name: '别家' }),
  ];
  await world.create('Deal', { title: '留下的一轮', firm: { id: kept } });
  await world.create('Deal', { title: '并入的一轮', firm: { id: gone } });
  await world.create('Deal', { title: '别家的一轮', firm: { id: other } });
  await merges.done('Firm', kept, gone);
  filter = {
    and: [{ field: 'firm', op: 'in', value: [gone] }, { not: { field: 'firm', op: 'in', value: [other] } }],
  };
});
afterAll(() => test.close());

describe('A filter with the old id of a merged record', () => {
  it('finds the same records in an export as in the list', async () => {
    const query = { objectApiName: 'Deal', filter, fields: ['title'] };
    const { list } = made(await test.post<ListReply>('member', `${DATA}/getLayoutAndDataList`, query));
    const listed = list.map(({ title }) => title);
    expect(listed).toEqual(['并入的一轮', '留下的一轮']);
    const { id } = made(await test.post<ExportState>('member', '/api/metadata/export', { ...query, format: 'csv' }));
    const file = await fetchedExport(test, 'member', id);
    expect(file.trim().split('\r\n').slice(1)).toEqual(listed);
  });

  it('finds the same records for a bulk edit', async () => {
    const order = {
      clientKey: 'old-id-in-filter',
      objectApiName: 'Deal',
      task: 'edit',
      changes: [{ field: 'round', how: 'set', value: 'B' }],
      reason: '补录轮次',
      filter,
    };
    expect(made(await test.post<BulkEdit>('staff', '/api/metadata/bulk', order)).total).toBe(2);
  });
});

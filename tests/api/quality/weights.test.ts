import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QualityReply } from '#schemas/api/quality.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';

const field = (apiName: string, type: FieldDefinition['type'], config: FieldDefinition['config']): FieldDefinition => ({
  apiName,
  type,
  label: apiName,
  ...(config && { config }),
});
const FIELDS = [
  field('name', 'text', { importance: 3 }),
  field('site', 'text', { staleAfter: 30 }),
  field('note', 'text', { importance: 0 }),
  field('origin', 'text', { importance: 0 }),
  field('checkedOn', 'date', { importance: 0 }),
];

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const plain = newObject('Shop', FIELDS);
  const detail = { ...plain.layouts.detail, provenance: { source: 'origin', asOf: 'checkedOn' } };
  const quality = { staleAfter: 100 };
  made(await saveDefinition(test, { ...plain, route: '/data/Shop', quality, layouts: { ...plain.layouts, detail } }));
});
afterAll(() => test.close());

async function shop(name: string, values: object): Promise<void> {
  const body = { clientKey: `shop-${name}`, values: { name, ...values } };
  made(await test.post<RecordReply>('staff', '/api/metadata/data/Shop', body));
}
async function shops() {
  made(await test.post('staff', '/api/staff/quality/check', {}));
  await test.services.quality.jobs.fill();
  const { objects } = made(await test.get<QualityReply>('staff', '/api/staff/quality'));
  return objects.find(({ apiName }) => apiName === 'Shop');
}
async function listed(link: string | undefined): Promise<string[]> {
  const { state } = decodeListState(link?.slice(link.indexOf('?')) ?? '');
  const filter = state.filter && { filter: state.filter };
  const rows = await staffRequests(test).rows('Shop', { fields: ['name'], ...filter });
  return rows.map((row) => String(row['name'])).toSorted();
}

it('fields count by their weight, values and records are out of date by the days of the metadata, and each source has its own figures', async () => {
  // The tests are on 2026-11-21.
  await shop('fresh', { site: 'a', origin: 'first', checkedOn: '2026-11-01' });
  await shop('aged', { site: 'b', origin: 'first', checkedOn: '2026-09-01' });
  await shop('stale', { origin: 'second', checkedOn: '2026-01-01' });
  await shop('never', { note: 'counts for nothing' });
  const found = await shops();
  expect(found).toMatchObject({ records: 4, share: '87.5', stale: { records: 2, days: 100 } });
  expect(await listed(found?.stale?.link)).toEqual(['never', 'stale']);
  const site = found?.fields.find(({ apiName }) => apiName === 'site');
  expect(site).toMatchObject({ filled: 2, importance: 1, stale: { records: 1, days: 30 } });
  expect(await listed(site?.stale?.link)).toEqual(['aged']);
  expect(found?.sources).toMatchObject([
    { source: 'first', records: 2, share: '100.0', stale: 0 },
    { source: '', records: 1, share: '75.0', stale: 1 },
    { source: 'second', records: 1, share: '75.0', stale: 1 },
  ]);
  const lists = await Promise.all(found?.sources.map(({ link }) => listed(link)) ?? []);
  expect(lists).toEqual([['aged', 'fresh'], ['never'], ['stale']]);
});

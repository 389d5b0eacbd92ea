import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';

const CONTEXT = { actor: '1', roles: ['staff'], origin: 'import', now: TEST_NOW };
const DATA = '/api/metadata/data';

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([
    overDeals('deals', { function: 'count' }),
    overDeals('open', { function: 'count', filter: { field: 'open', op: 'eq', value: true } }),
  ]);
});
afterAll(() => test.close());

const reply = async (id: string) => made(await test.get<RecordReply>('staff', `${DATA}/Firm/${id}`));
const list = async (query: object = {}) =>
  test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { objectApiName: 'Firm', ...query });

it('A record names the fields that an import has just changed the records of, until they are worked out', async () => {
  const firm = await world.create('Firm', { name: '企业' });
  const { catalog, database, writer, derived } = test.services;
  // A transaction of the caller's cannot begin again where the definition is newer than is known here.
  await catalog.refresh('Deal');
  const deal = { key: 'deal', values: { title: '交易', firm: { id: firm } } };
  await database.db.transaction().execute((trx) => writer.writeMany('Deal', 'test', [deal], CONTEXT, trx));
  expect(await reply(firm)).toMatchObject({ record: { deals: 0 }, recounting: ['deals', 'open'] });
  await derived.drain();
  const after = await reply(firm);
  expect(after).toMatchObject({ record: { deals: 1 } });
  expect(after).not.toHaveProperty('recounting');
});

it('A list names the fields that are being worked out for all records, and refuses to filter or order by them', async () => {
  const { catalog, database, formulas } = test.services;
  expect(made(await list())).not.toHaveProperty('recounting');
  await database.pool.query("update formula_state set done = false, filled_to = 0 where field_api_name = 'deals'");
  await catalog.load();
  expect(made(await list())).toMatchObject({ recounting: ['deals'] });
  const refused = await list({ sort: [{ field: 'deals', order: 'desc' }] });
  expect(refused.problems).toEqual([
    { field: 'sort[0].field', message: expect.stringContaining('正在计算') as string },
  ]);
  await formulas.jobs.fill();
  expect(made(await list({ sort: [{ field: 'deals', order: 'desc' }] }))).not.toHaveProperty('recounting');
});

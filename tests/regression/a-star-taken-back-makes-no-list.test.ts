import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';

let test: TestApp;
let firm: string;
beforeAll(async () => {
  test = await openTestApp();
  const data = new FirmsAndDeals(test);
  await data.begin([]);
  firm = await data.create('Firm', { name: '鲸图科技' });
});
afterAll(() => test.close());

const unstar = () =>
  test.post<KeptList | null>('member', '/api/list/star', { objectApiName: 'Firm', recordId: firm, follows: false });
const lists = async () => made(await test.get<KeptList[]>('member', '/api/list'));

it('makes no empty list where a record is followed no longer that never was', async () => {
  expect(made(await unstar())).toBeNull();
  expect(await lists()).toEqual([]);
});

it('takes no list of the same name for that of the star, which it is not', async () => {
  const own = { objectApiName: 'Firm', name: '我的关注' };
  const { id } = made(await test.post<KeptList>('member', '/api/list', own));
  made(await test.post('member', `/api/list/${id}/add`, { ids: [firm] }));
  expect(made(await unstar())).toBeNull();
  expect(await lists()).toMatchObject([{ id, count: 1, isStarred: false }]);
});

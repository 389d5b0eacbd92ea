import { expect, test } from 'vitest';
import { addDeal, addInstitution } from '#schemas/api/pipeline.ts';
import { FAILURES } from '#shared/errors.ts';
import { FollowStore, wayOf } from '#client/features/pipeline/follow-store.ts';
import { FOUNDER, INVESTOR } from '#tests/support/contacts/contact-button.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';

test.each([
  [FOUNDER, 'InsightOrg', 'institution'],
  [FOUNDER, 'InsightCompany', undefined],
  [INVESTOR, 'InsightOrg', undefined],
  [INVESTOR, 'InsightCompany', 'company'],
  [INVESTOR, 'InsightProject', 'project'],
  [INVESTOR, 'InsightFund', undefined],
] as const)('founders follow institutions, and investors companies and projects: %#', (viewer, object, way) => {
  expect(wayOf(viewer, object)).toBe(way);
});

test('a record is put on the list of its side', async () => {
  const api = new FakeApi().on(addInstitution, () => null).on(addDeal, () => null);
  const stores = [new FollowStore(api, 'institution', '7'), new FollowStore(api, 'project', '8')];
  for (const store of stores) await store.follow();
  expect(api.callsOf(addInstitution)).toEqual([{ clientKey: expect.any(String), institution: '7' }]);
  expect(api.callsOf(addDeal)).toEqual([{ clientKey: expect.any(String), project: '8' }]);
  expect(stores.map(({ isFollowed, listPath }) => [isFollowed, listPath])).toEqual([
    [true, '/pipeline'],
    [true, '/pipeline/deals'],
  ]);
});

test('a refusal is shown, and the same press again has the same key', async () => {
  const api = new FakeApi().on(addDeal, () => {
    throw refusal('CONFLICT');
  });
  const store = new FollowStore(api, 'company', '7');
  await store.follow();
  await store.follow();
  expect([store.isFollowed, store.adding.failure?.message]).toEqual([false, FAILURES.CONFLICT.message]);
  const [first, second] = api.callsOf(addDeal);
  expect(first).toEqual(second);
});

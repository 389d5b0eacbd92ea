import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimableCompany } from '#schemas/api/identity-companies.ts';
import { made } from '#tests/support/editing.ts';
import { type IdentityWorld, nextKey, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const CODE = '91440300MA5FAKE012';

async function company(values: object): Promise<string> {
  const context = { actor: 'system', roles: ['staff'], origin: 'sample', now: TEST_NOW };
  return (await world.test.services.writer.create('InsightCompany', nextKey(), values, context)).id;
}

const found = async (who: Person, word: string) =>
  made(
    await who.get<{ list: ClaimableCompany[] }>(
      `/api/rong/suggest/company?${new URLSearchParams({ wd: word }).toString()}`,
    ),
  ).list;

describe('the search for a company to be claimed', () => {
  it('finds it by its name, its registered name and its credit code, and says both', async () => {
    const id = await company({ name: '云帆排产', legalName: '云帆排产（深圳）科技有限公司', creditCode: CODE });
    const who = await world.person('searches');
    const expected = {
      id,
      name: '云帆排产',
      legalName: '云帆排产（深圳）科技有限公司',
      creditCode: CODE,
      claim: 'open',
    };
    for (const word of ['云帆', '云帆排产（深圳）', CODE, ' 9144 0300 ma5fake012 '])
      expect(await found(who, word)).toMatchObject([expected]);
    expect(await found(who, CODE.replace('012', '013'))).toEqual([]);
  });

  it('says what a claim of this user would meet', async () => {
    const id = await company({ name: '孤帆远影' });
    const staff = await world.person('claims-staff', ['staff']);
    const [first, second] = [await world.person('claims-first'), await world.person('claims-second')];
    const claimOf = async (who: Person) => (await found(who, '孤帆远影'))[0]?.claim;
    const claimed = made(await world.submit(first, 'claim', { companyId: { id } }));
    expect([await claimOf(first), await claimOf(second)]).toEqual(['pending', 'open']);
    made(await world.approve(staff, claimed.id));
    expect([await claimOf(first), await claimOf(second)]).toEqual(['mine', 'claimed']);
  });

  it('is named in the claim, for the user and for staff', async () => {
    const id = await company({ name: '碧海云天' });
    const [staff, who] = [await world.person('names-staff', ['staff']), await world.person('names-user')];
    const claim = made(await world.submit(who, 'claim', { companyId: { id } }));
    const named = { companyId: id, companyName: '碧海云天' };
    expect(claim).toMatchObject(named);
    expect(made(await who.get<{ list: unknown[] }>('/api/rong/user/audit/detail')).list).toMatchObject([named]);
    expect((await world.dossier(staff, claim.id)).case).toMatchObject(named);
    const queue = made(
      await staff.get<{ list: { id: string }[] }>('/api/rong/staff/identity?kind=claim&state=PENDING'),
    );
    expect(queue.list.find((one) => one.id === claim.id)).toMatchObject(named);
  });
});

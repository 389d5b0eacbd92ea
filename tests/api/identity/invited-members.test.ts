import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OwnCompany } from '#schemas/api/identity.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { made } from '#tests/support/editing.ts';

let world: IdentityWorld;
let staff: Person;
let owner: Person;
let guest: Person;
let company: string;
let claimId: string;
let companies = 0;
beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('inviting-staff', ['staff']);
});
afterAll(() => world.close());

const own = async (who: Person) =>
  made(await who.get<{ list: OwnCompany[] }>('/api/rong/company/chuang/list/v2')).list.map(({ role }) => role);
const claim = async (who: Person) => made(await world.submit(who, 'claim', { companyId: { id: company } }));

/** A certified owner, and a user who was invited and has accepted. */
async function begin(): Promise<void> {
  companies += 1;
  company = await world.company(`有受邀成员的企业${companies}`);
  owner = await world.person(`inviting-${companies}`);
  guest = await world.person(`invited-${companies}`);
  ({ id: claimId } = await claim(owner));
  made(await world.approve(staff, claimId));
  const { db } = world.test.services.database;
  const account = await db
    .selectFrom('account')
    .select('username')
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow();
  const body = { clientKey: `inviting-key-${companies}`, who: account.username, position: '财务总监' };
  made(await owner.post('/api/rong/company/member/invite', body));
  const { id, version } = await db
    .selectFrom('company_invitation')
    .select(['id', 'version'])
    .where('account_id', '=', guest.id)
    .executeTakeFirstOrThrow();
  made(await guest.post(`/api/rong/company/invitation/${id}/accept`, { version }));
}

it('A member who was invited may ask to be certified for the company, and owns it once staff approve', async () => {
  await begin();
  expect(await own(guest)).toEqual(['editor']);
  made(await world.approve(staff, (await claim(guest)).id));
  expect(await own(guest)).toEqual(['owner']);
  expect(await world.rolesOf(guest)).toEqual(['START_UP']);
});

it('When staff take the certification of the only owner back, those whom that user invited are members no longer', async () => {
  await begin();
  made(await staff.post(`/api/rong/staff/identity/${claimId}/revoke`, { version: 2, reason: '冒用他人名片' }));
  expect(await own(owner)).toEqual([]);
  expect(await own(guest)).toEqual([]);
});

it('A mail address that a user proves as a work address later brings the invitation that waited for it', async () => {
  await begin();
  const body = { clientKey: 'inviting-mail-later', who: 'later@fund.example.com', position: '顾问' };
  made(await owner.post('/api/rong/company/member/invite', body));
  const investor = await world.person('proves-later');
  const waiting = () =>
    world.test.services.database.db
      .selectFrom('company_invitation')
      .select('state')
      .where('account_id', '=', investor.id)
      .execute();
  made(await world.submit(investor, 'investor', { workEmail: 'later@fund.example.com' }));
  expect(await waiting()).toEqual([]);
  made(await investor.get(`/api/rong/verifyEmail?token=${world.token()}`));
  expect(await waiting()).toEqual([{ state: 'waiting' }]);
});

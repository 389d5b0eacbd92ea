import { afterAll, beforeAll, expect, it } from 'vitest';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import { made } from '#tests/support/editing.ts';
import { deliverInvitations } from '#server/platform/invitations/deliver-invitations.ts';
import { browserOf, newAccount, signInBy, type SignedIn } from '#tests/support/account/people.ts';
import { openPassportWorld, type PassportWorld, SIGN_IN } from '#tests/support/account/passport.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

let world: PassportWorld;
let owner: SignedIn;
let keys = 0;
beforeAll(async () => {
  world = await openPassportWorld();
  const { test } = world;
  const uid = await newAccount(test, { username: 'inviting-owner', name: '示例所有者', roles: ['START_UP'] });
  await speakFor(test.services.database.db, uid, '987650001', 1);
});
afterAll(() => world.close());

async function invite(who: string): Promise<void> {
  owner = await signInBy(world.test, 'inviting-owner');
  const body = { clientKey: `invited-later-${(keys += 1)}`, who, position: '财务总监' };
  made(await owner.send('POST', '/api/rong/company/member/invite', body));
}
/** Signs in by a code, which makes the account of a number that has none. */
async function signUp(phone: string): Promise<SignedIn> {
  await world.ask(phone, 'login', {}, { address: `198.51.100.${(keys += 1)}` });
  const verifyCode = await world.test.sent.codeTo(`+86${phone}`);
  const { cookie } = await world.post(SIGN_IN, { type: 'sms', phone, verifyCode });
  return browserOf(world.test.app, cookie);
}
const lines = async (who: SignedIn, objectApiName: string, fields: readonly string[]) =>
  made(
    await who.send<{ list: { id: string; version: number; state: string }[] }>(
      'POST',
      '/api/metadata/data/getLayoutAndDataList',
      { objectApiName, fields },
    ),
  ).list;
const invitations = (who: SignedIn) => lines(who, 'CompanyInvitation', ['title', 'state']);
const kept = () =>
  world.test.services.database.db
    .selectFrom('company_invitation')
    .select(['account_id', 'phone_index', 'email_index'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

it('An invitation to a number without an account reaches the user who registers with it, and makes a member', async () => {
  await invite('19900000731');
  expect(await kept()).toMatchObject({ account_id: null, phone_index: expect.any(String) });
  const before = await lines(owner, 'CompanyMember', ['name', 'state']);
  const guest = await signUp('19900000731');
  const [line] = await invitations(guest);
  expect(line).toMatchObject({ state: 'waiting' });
  // Its sender does not learn that there is an account now.
  expect(await lines(owner, 'CompanyMember', ['name', 'state'])).toEqual(before);
  expect(await kept()).toMatchObject({ phone_index: null });
  const { db } = world.test.services.database;
  const notices = await db.selectFrom('notice').select('title').where('link', '=', '/company/invitations').execute();
  expect(notices).toEqual([{ title: '企业成员邀请' }]);
  made(await guest.send('POST', `/api/rong/company/invitation/${line?.id}/accept`, { version: line?.version }));
  const profile = await guest.send<{ speaksForCompany: boolean }>('GET', '/api/rong/user/profile/v2');
  expect(made(profile).speaksForCompany).toBe(true);
});

it('A number that another user registers with gets no invitation of it, and neither does one whose term is over', async () => {
  await invite('19900000732');
  expect(await invitations(await signUp('19900000733'))).toEqual([]);
  world.pass(15 * DAY_SECONDS);
  expect(await invitations(await signUp('19900000732'))).toEqual([]);
});

it('An invitation that is taken back waits for no number any more', async () => {
  await invite('19900000734');
  const fields = ['entry', 'state'];
  const all = (await lines(owner, 'CompanyMember', fields)) as unknown as {
    entry: string;
    state: string;
    version: number;
  }[];
  const line = all.findLast(({ state }) => state === 'waiting');
  made(await owner.send('POST', `/api/rong/company/invitation/${line?.entry}/revoke`, { version: line?.version }));
  expect(await kept()).toMatchObject({ phone_index: null });
  expect(await invitations(await signUp('19900000734'))).toEqual([]);
});

it('Of an account that proves the number and the address of one company’s invitations one is given, once', async () => {
  const { database, now } = world.test.services;
  await invite('19900000735');
  await invite('later@fund.example.com');
  const uid = await newAccount(world.test, { username: 'proves-both', name: '示例两者' });
  const phone = database.vault.indexes('+8619900000735', 'phone');
  const email = database.vault.indexes('later@fund.example.com', 'email');
  for (const contact of [{ phone }, { email }, { phone }])
    await database.db.transaction().execute((trx) => deliverInvitations(trx, uid, contact, now()));
  expect(await invitations(await signInBy(world.test, 'proves-both'))).toHaveLength(1);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityCase } from '#schemas/api/identity.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { made } from '#tests/support/editing.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';
import { DAY_MS } from '#shared/time/durations.ts';

let world: IdentityWorld;
let staff: Person;
let people = 0;
beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('mail-staff', ['staff']);
});
afterAll(() => world.close());

const newPerson = () => world.person(`mailed-investor-${(people += 1)}`);
const address = () => `partner${people}@fund.example.com`;
const caseOf = async (who: Person) =>
  made(await who.get<{ list: IdentityCase[] }>('/api/rong/user/audit/detail')).list[0];
const verify = (who: Person, token = world.token()) => who.get<object>(`/api/rong/verifyEmail?token=${token}`);
async function waiting(more: object = {}) {
  const who = await newPerson();
  const { id } = made(await world.submit(who, 'investor', { workEmail: address(), ...more }));
  return { who, id };
}

describe('the work address of an investor', () => {
  it('is proved by a link before staff see the certification as one to decide', async () => {
    const { who, id } = await waiting();
    expect((await caseOf(who))?.state).toBe('EMAIL_PENDING');
    expect(world.mails.at(-1)).toMatchObject({ to: address() });
    expect(world.mails.at(-1)?.text).toContain('申请投资人认证');
    expect(await world.approve(staff, id)).toMatchObject({ code: codeOf('CONFLICT') });
    // Opened by another browser, where the investor is not signed in: the name is not said there.
    expect(made(await verify(await newPerson()))).toEqual({ kind: 'investor', orgName: '' });
    expect((await caseOf(who))?.state).toBe('PENDING');
    made(await world.approve(staff, id));
    expect(await world.rolesOf(who)).toEqual(['ORG_INVESTOR']);
  });

  it('is shown to staff masked, with the instant at which it was proved', async () => {
    const { who, id } = await waiting();
    expect((await world.dossier(staff, id)).email).toEqual({ address: 'p***@fund.example.com', verifiedAt: null });
    made(await verify(who));
    const { email, events } = await world.dossier(staff, id);
    expect(new Date(email?.verifiedAt ?? '')).toEqual(TEST_NOW);
    expect(events.map(({ event }) => event)).toEqual(['submitted', 'emailVerified']);
  });

  it('is no condition for investors who need not name one', async () => {
    const who = await newPerson();
    const { id, state } = made(await world.submit(who, 'investor'));
    expect(state).toBe('PENDING');
    expect((await world.dossier(staff, id)).email).toBeNull();
  });

  it.each(['boss@qq.com', 'boss@vip.qq.com', 'Boss＠ｑｑ.com'])(
    '%s of a free mail service is refused',
    async (workEmail) => {
      const who = await newPerson();
      const refused = await world.submit(who, 'investor', { workEmail });
      expect(refused).toMatchObject({ status: 422, problems: [{ field: 'workEmail' }] });
      expect(await caseOf(who)).toBeUndefined();
    },
  );

  it('is asked of an investment department', async () => {
    const who = await newPerson();
    const refused = await world.submit(who, 'investor', { identity: 'COMPANY_INVEST_DEPT' });
    expect(refused.problems).toMatchObject([{ field: 'workEmail', message: '企业投资部认证需要工作邮箱' }]);
  });

  it('that was proved needs no second proof after a refusal, and another one does', async () => {
    const { who, id } = await waiting();
    const first = address();
    made(await verify(who));
    const reject = async () => {
      const { version } = (await world.dossier(staff, id)).case;
      made(await staff.post(`/api/rong/staff/identity/${id}/reject`, { version, reason: '名片不清晰' }));
    };
    await reject();
    expect(made(await world.submit(who, 'investor', { workEmail: first }, { caseId: id })).state).toBe('PENDING');
    await reject();
    const other = `other-${first}`;
    expect(made(await world.submit(who, 'investor', { workEmail: other }, { caseId: id })).state).toBe('EMAIL_PENDING');
  });

  it('that was taken off the form is asked about no longer', async () => {
    const { who, id } = await waiting();
    const token = world.token();
    made(await who.post(`/api/rong/identity/${id}/withdraw`));
    expect(made(await world.submit(who, 'investor', { workEmail: null }, { caseId: id })).state).toBe('PENDING');
    expect((await world.dossier(staff, id)).email).toBeNull();
    expect(await verify(who, token)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
  });

  it('ends the wait after a day without proof, and does not close the other certification', async () => {
    const { who } = await waiting();
    world.clock.at = new Date(TEST_NOW.getTime() + DAY_MS);
    expect((await caseOf(who))?.state).toBe('EMAIL_EXPIRED');
    expect(await verify(who)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    expect((await world.submit(who, 'serviceOrg', { workEmail: `later-${address()}` })).code).toBe(0);
    world.clock.at = TEST_NOW;
  });
});

describe('the domains of free mail', () => {
  it('are an option set: what staff add is refused, and what they retire is not', async () => {
    const who = await newPerson();
    const check = async (email: string) =>
      made(await who.get<{ allowed: boolean }>(`/api/rong/emailCheck?email=${encodeURIComponent(email)}`)).allowed;
    expect([await check('a@mail.example'), await check('a@zoho.com')]).toEqual([true, false]);
    const saved = made(
      await staff.get<{ version: number; definition: OptionSet }>('/api/metadata/selectOption/freeMail/saved'),
    );
    const options = saved.definition.options.map((each) =>
      each.value === 'zoho.com' ? { ...each, retired: true } : each,
    );
    const added = { value: 'mail.example', label: 'mail.example' };
    const optionSet = { ...saved.definition, options: [...options, added] };
    made(await staff.post('/api/metadata/selectOption/save', { baseVersion: saved.version, optionSet }));
    expect([await check('a@mail.example'), await check('a@zoho.com')]).toEqual([false, true]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASE_STATES, type CaseState, type IdentityCase, type IdentityKind } from '#schemas/api/identity.ts';
import type { DeskDossier } from '#schemas/api/identity-desk.ts';
import { exclusionOf, nextState } from '#shared/policy/identity.ts';
import { made } from '#tests/support/editing.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';
import { DAY_MS } from '#shared/time/durations.ts';

let world: IdentityWorld;
let staff: Person;
let people = 0;

beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('desk', ['staff']);
});
afterAll(() => world.close());

const desk = (id: string, what: string, body: object) =>
  staff.post<DeskDossier>(`/api/rong/staff/identity/${id}/${what}`, body);
const versionOf = async (id: string) => (await world.dossier(staff, id)).case.version;
const reject = async (id: string) => desk(id, 'reject', { version: await versionOf(id), reason: '名片不清晰' });
const revoke = async (id: string) => desk(id, 'revoke', { version: await versionOf(id), reason: '已离职' });
const verify = (who: Person) => who.get(`/api/rong/verifyEmail?token=${world.token()}`);
const caseOf = async (who: Person, kind: IdentityKind): Promise<IdentityCase | undefined> =>
  made(await who.get<{ list: IdentityCase[] }>('/api/rong/user/audit/detail')).list.find((each) => each.kind === kind);

/** A user whose submission of this kind is in this state. */
async function standing(kind: IdentityKind, state: CaseState): Promise<{ who: Person; id: string }> {
  people += 1;
  world.clock.at = TEST_NOW;
  const who = await world.person(`${kind}-${state}-${people}`);
  const more = kind === 'serviceOrg' ? { workEmail: `person-${people}@example.com` } : {};
  const { id } = made(await world.submit(who, kind, more));
  const isMailed = kind === 'serviceOrg';
  if (isMailed && !['EMAIL_PENDING', 'EMAIL_EXPIRED'].includes(state)) made(await verify(who));
  if (state === 'APPROVED') made(await world.approve(staff, id));
  if (state === 'REJECT') made(await reject(id));
  if (state === 'WITHDRAWN') made(await who.post(`/api/rong/identity/${id}/withdraw`));
  if (state === 'EMAIL_EXPIRED') world.clock.at = new Date(TEST_NOW.getTime() + DAY_MS + 1000);
  expect((await caseOf(who, kind))?.state).toBe(state);
  return { who, id };
}

describe('a submission in each state', () => {
  // Founder’s leaving goes by the company and is looked at where companies are.
  const doing = {
    resubmit: (who: Person, id: string) =>
      world.submit(who, 'serviceOrg', { workEmail: 'again@example.com' }, { caseId: id }),
    withdraw: (who: Person, id: string) => who.post(`/api/rong/identity/${id}/withdraw`),
    verifyEmail: (who: Person) => verify(who),
    approve: (_: Person, id: string) => world.approve(staff, id),
    reject: (_: Person, id: string) => reject(id),
    revoke: (_: Person, id: string) => revoke(id),
  } as const;
  const actions = Object.keys(doing) as (keyof typeof doing)[];
  const table = CASE_STATES.flatMap((state) => actions.map((action) => [state, action] as const));

  it.each(table)('%s takes “%s” as the policy says and nothing else', async (state, action) => {
    const { who, id } = await standing('serviceOrg', state);
    const before = await caseOf(who, 'serviceOrg');
    const answer = await doing[action](who, id);
    const after = await caseOf(who, 'serviceOrg');
    const next = nextState(state, action);
    // Another address has to be proved again.
    const state_ = action === 'resubmit' ? 'EMAIL_PENDING' : next;
    const refusals = ['CONFLICT', 'DUPLICATE', 'VERIFY_CODE_WRONG'] as const;
    expect(refusals.map(codeOf).includes(answer.code)).toBe(next === undefined);
    const expected = next === undefined ? before : { ...before, state: state_, version: (before?.version ?? 0) + 1 };
    expect(after).toMatchObject({ state: expected?.state, version: expected?.version });
  });

  it('shows its whole history to staff, oldest first', async () => {
    const { who, id } = await standing('serviceOrg', 'REJECT');
    made(await world.submit(who, 'serviceOrg', { workEmail: `person-${people}@example.com` }));
    made(await world.approve(staff, id));
    made(await revoke(id));
    const { events, case: shown } = await world.dossier(staff, id);
    expect(events.map(({ event, state }) => `${event} ${state}`)).toEqual([
      'submitted EMAIL_PENDING',
      'emailVerified PENDING',
      'rejected REJECT',
      // The address is the one that was proved before.
      'resubmitted PENDING',
      'approved APPROVED',
      'revoked REJECT',
    ]);
    expect(events.at(-1)).toMatchObject({ actor: 'desk', reason: '已离职' });
    expect(shown).toMatchObject({ state: 'REJECT', reason: '已离职' });
  });

  it('has a history that no user can change', async () => {
    const { pool } = world.test.services.database;
    for (const statement of ['update identity_case_event set reason = null', 'delete from identity_case_event'])
      await expect(pool.query(statement)).rejects.toThrow('never changed');
  });
});

describe('investor and service organisation exclude each other', () => {
  const REASONS: Readonly<Partial<Record<CaseState, readonly [string, string]>>> = {
    PENDING: ['您正在认证投资人', '您正在认证服务机构'],
    EMAIL_PENDING: ['您正在认证投资人', '您正在认证服务机构'],
    APPROVED: ['您已认证投资人', '您已认证服务机构'],
  };
  /** The answer to handing in: the words of the rule with their reason, or the state where none is an obstacle to it. */
  const excludedOr = (state: CaseState, reason: string | undefined) =>
    reason === undefined
      ? { code: 0, data: { state } }
      : {
          status: 409,
          code: codeOf('IDENTITY_EXCLUSIVE'),
          msg: '服务机构和投资人不能同时认证',
          data: { reason },
          problems: [{ message: reason }],
        };

  it.each(CASE_STATES)('after an organisation is at %s', async (state) => {
    const { who } = await standing('serviceOrg', state);
    const answer = await world.submit(who, 'investor');
    expect(answer).toMatchObject(excludedOr('PENDING', REASONS[state]?.[1]));
  });

  it.each(['PENDING', 'APPROVED', 'REJECT', 'WITHDRAWN'] as const)('after an investor is at %s', async (state) => {
    const { who } = await standing('investor', state);
    const answer = await world.submit(who, 'serviceOrg', { workEmail: `other-${people}@example.com` });
    expect(answer).toMatchObject(excludedOr('EMAIL_PENDING', REASONS[state]?.[0]));
  });

  it('for those whose role was never handed in here as well', async () => {
    const organisation = await world.person('old-organisation', ['SERVICE_ORG']);
    expect(await world.submit(organisation, 'investor')).toMatchObject({ data: { reason: '您已认证服务机构' } });
    const investor = await world.person('old-investor', ['LP']);
    expect(await world.submit(investor, 'serviceOrg')).toMatchObject({ data: { reason: '您已认证投资人' } });
  });

  it('when a refused one is handed in again after the other was begun', async () => {
    const { who, id } = await standing('serviceOrg', 'REJECT');
    made(await world.submit(who, 'investor'));
    expect(await world.submit(who, 'serviceOrg', {}, { caseId: id })).toMatchObject({
      data: { reason: '您正在认证投资人' },
    });
  });

  it('when both are handed in 25 times at the same moment', async () => {
    const who = await world.person('both-at-once');
    const both = ['investor', 'serviceOrg'] as const;
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => both.map((kind) => world.submit(who, kind))).flat(),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const { list } = made(await who.get<{ list: IdentityCase[] }>('/api/rong/user/audit/detail'));
    expect(list).toHaveLength(1);
  });

  it('and neither is an obstacle to becoming a founder', async () => {
    const { who } = await standing('serviceOrg', 'APPROVED');
    made(await world.submit(who, 'founder', { name: '机构自办', fullName: '机构自办科技有限公司' }));
    for (const state of CASE_STATES)
      expect(exclusionOf('claim', { roles: ['FA'], investor: state, serviceOrg: state })).toBeNull();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MatchList } from '#schemas/api/match-lists.ts';
import { takeCopy } from '#tests/support/account/people.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { MatchWorld, namesOf, type Who } from '#tests/support/matching/match-world.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

let world: MatchWorld;
let founder: Contact;
let investor: Person;
let project: string;
let first: string;
let second: string;
beforeAll(async () => {
  world = await MatchWorld.open();
  founder = await world.contacts.contact();
  investor = await world.contacts.person(['PERSONAL_INVESTOR']);
  project = await world.project(founder);
  first = await world.institution('示例甲资本');
  second = await world.institution('示例乙资本');
  await world.deals(first, 4);
  await world.deals(second, 2);
});
afterEach(() => world.contacts.test.services.database.pool.query('delete from match_feedback'));
afterAll(() => world.close());

const unfitOf = ({ hidden }: MatchList): number => hidden.find(({ reason }) => reason === 'unfit')?.count ?? 0;
const rows = async (): Promise<unknown[]> => {
  const { pool } = world.contacts.test.services.database;
  return (await pool.query('select account_id, project_id, institution_id, reason from match_feedback')).rows;
};

describe('An institution that is marked as unfit', () => {
  it('leaves the list of the project, is counted, and is where it was once that is taken back', async () => {
    const before = await world.investors(founder, project);
    expect(namesOf(before)).toEqual(['示例甲资本', '示例乙资本']);
    made(await world.mark(founder, { project, institution: first, reason: 'stage' }));
    const without = await world.investors(founder, project);
    expect(namesOf(without)).toEqual(['示例乙资本']);
    expect(without.list[0]).toEqual({ ...before.list[1], place: 1 });
    expect(without).toMatchObject({
      total: 1,
      hidden: [{ reason: 'unfit', label: '已标记不合适', count: 1 }],
    });
    made(await world.mark(founder, { project, institution: first }));
    expect(await world.investors(founder, project)).toEqual(before);
  });

  it('is marked and taken back once, however often that is sent, also at once', async () => {
    const mark = { project, institution: first, reason: 'stage' };
    const answers = await Promise.all([
      world.mark(founder, mark),
      world.mark(founder, mark),
      world.mark(founder, mark),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    made(await world.mark(founder, { ...mark, reason: 'conflict' }));
    expect(await rows()).toEqual([
      { account_id: founder.uid, project_id: project, institution_id: first, reason: 'conflict' },
    ]);
    for (let time = 0; time < 2; time += 1) made(await world.mark(founder, { project, institution: first }));
    expect(await rows()).toEqual([]);
  });

  it('stays on every other list as it is, and is on no other user’s list of marks', async () => {
    const colleague = await world.contacts.person(['START_UP']);
    await speakFor(world.contacts.test.services.database.db, colleague.uid, founder.companyId, 90);
    const other = await world.project(founder, { name: '示例另一项目' });
    const asked = (): Promise<MatchList[]> =>
      Promise.all([
        world.investors(colleague, project),
        world.investors(world.contacts.staff, project),
        world.investors(founder, other),
        world.projects(investor),
      ]);
    const before = await asked();
    made(await world.mark(founder, { project, institution: first, reason: 'region' }));
    expect(await asked()).toEqual(before);
    expect(await world.marks(founder)).toEqual(['示例甲资本']);
    for (const who of [colleague, world.contacts.staff, investor]) expect(await world.marks(who)).toEqual([]);
    made(await world.mark(colleague, { project, institution: first }));
    expect(await world.marks(founder)).toEqual(['示例甲资本']);
    made(await world.mark(founder, { project, institution: first }));
    await world.change('InsightProject', other, { status: '暂停融资' });
  });

  it('is named by the institution into which it is merged', async () => {
    const twin = await world.institution('示例甲资本管理');
    made(await world.mark(founder, { project, institution: twin, reason: 'other' }));
    await new Merges(world.contacts.test).done('InsightOrg', second, twin);
    expect(await rows()).toMatchObject([{ institution_id: second }]);
    expect(namesOf(await world.investors(founder, project))).toEqual(['示例甲资本']);
    made(await world.mark(founder, { project, institution: second }));
  });
});

describe('The marks of a user', () => {
  it('are in the copy of what is kept of the account, and go with it', async () => {
    const leaver = await world.contacts.person(['PERSONAL_INVESTOR']);
    made(await world.mark(leaver, { project, reason: 'other' }));
    const copy = JSON.parse((await takeCopy(leaver)).text) as { unfitMatches: object[] };
    expect(copy.unfitMatches).toMatchObject([{ title: '示例芯片项目', reason: 'other' }]);
    made(await leaver.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    expect(await rows()).toEqual([]);
  });
});

describe('A project that an investor marks as unfit', () => {
  it('leaves the investor’s list and no other, and is taken back', async () => {
    const other = await world.contacts.person(['PERSONAL_INVESTOR']);
    const before = await world.projects(investor);
    expect(namesOf(before)).toEqual(['示例芯片项目']);
    made(await world.mark(investor, { project, reason: 'direction' }));
    const without = await world.projects(investor);
    expect(without).toMatchObject({ list: [], total: 0 });
    expect(unfitOf(without)).toBe(1);
    expect(await world.projects(other)).toEqual(before);
    expect(unfitOf(await world.investors(founder, project))).toBe(0);
    expect(await world.marks(investor)).toEqual(['示例芯片项目']);
    made(await world.mark(investor, { project }));
    expect(await world.projects(investor)).toEqual(before);
  });
});

describe('Who may mark', () => {
  const refusal = async (who: Who, mark: Parameters<MatchWorld['mark']>[1]) => (await world.mark(who, mark)).code;

  it('is who speaks for the company of the project, and staff: to all others the project is not there', async () => {
    const mark = { project, institution: first, reason: 'stage' };
    const stranger = await world.contacts.contact();
    for (const who of [stranger, investor, await world.contacts.person()])
      expect(await refusal(who, mark)).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await refusal(world.contacts.staff, mark)).toBe(0);
    expect(await refusal(world.contacts.staff, { project, institution: first })).toBe(0);
    expect((await world.contacts.test.post('visitor', '/api/rong/matching/feedback', mark)).status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  it('is, of projects, an investor alone', async () => {
    for (const who of [founder, await world.contacts.person()])
      expect(await refusal(who, { project, reason: 'stage' })).toBe(codeOf('FORBIDDEN'));
    expect(await refusal(investor, { project: '999999999', reason: 'stage' })).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await refusal(founder, { project, institution: '999999999', reason: 'stage' })).toBe(
      codeOf('UNKNOWN_RECORD'),
    );
    expect(await rows()).toEqual([]);
  });

  it('gives a reason that is open to be given', async () => {
    const answer = await world.mark(founder, { project, institution: first, reason: 'nonsense' });
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'reason', message: '请选择不合适的原因' }] });
    const { reasons } = await world.investors(founder, project);
    expect(reasons.map(({ label }) => label)).toEqual([
      '方向不符',
      '阶段不符',
      '金额不符',
      '地区不符',
      '已联系过',
      '有利益冲突',
      '其他',
    ]);
    expect(await rows()).toEqual([]);
  });

  it('takes marks back after leaving the company', async () => {
    const leaver = await world.contacts.person(['START_UP']);
    const { db } = world.contacts.test.services.database;
    await speakFor(db, leaver.uid, founder.companyId, 91);
    made(await world.mark(leaver, { project, institution: first, reason: 'other' }));
    await db.deleteFrom('company_member').where('account_id', '=', leaver.uid).execute();
    expect(await refusal(leaver, { project, institution: first })).toBe(0);
    expect(await rows()).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '#tests/support/app/test-app.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { criterionOf, MatchWorld, namesOf } from '#tests/support/matching/match-world.ts';

let world: MatchWorld;
let founder: Contact;
let investor: Person;
let fund: string;
let fitting: string;
beforeAll(async () => {
  world = await MatchWorld.open();
  founder = await world.contacts.contact();
  fund = await world.institution('示例对口资本');
  const rival = await world.institution('示例其他资本');
  await world.deals(fund, 6);
  await world.deals(rival, 6, { industry: '激光设备', region: '110000', round: 'B轮' });
  investor = await world.contacts.person(['ORG_INVESTOR']);
  await certify(investor, fund);
  fitting = await world.project(founder, { name: '示例大模型项目' });
  await world.project(founder, { name: '示例激光项目', industry: '激光设备', region: '110000', targetRound: 'B轮' });
});
afterAll(() => world.close());

/** The certification names an institution on record. */
async function certify(person: Person, institution: string): Promise<void> {
  const { test } = world.contacts;
  await certifyInvestor(test, person.uid, { position: '投资经理' });
  await test.services.database.pool.query(`update "InvestorAuth" set org = $1 where "createdBy" = $2`, [
    institution,
    person.uid,
  ]);
}

describe('The list of projects for an investor', () => {
  it('has projects first that are like what the institution does, and says so of the investor’s own', async () => {
    const list = await world.projects(investor);
    expect(namesOf(list)).toEqual(['示例大模型项目', '示例激光项目']);
    expect(list.basis).toMatchObject({ subject: { id: fund, name: '示例对口资本' } });
    const { words, open, candidate } = criterionOf(list, fitting, 'industry');
    expect(words).toMatch(/^近 24 个月 6 笔中 6 笔属基础大模型/);
    expect(await world.countOf(investor, open?.objectApiName ?? '', open?.filter)).toBe(candidate.evidence?.deals);
  });

  it('judges by demand as well, unless only what fits is asked for', async () => {
    const keys = async (order: 'likely' | 'focused') =>
      (await world.projects(investor, { order })).list[0]?.criteria.map(({ key }) => key);
    expect(await keys('likely')).toEqual(expect.arrayContaining(['demand', 'crowd']));
    expect(await keys('focused')).not.toContain('demand');
  });

  it('leaves out what does not raise, is over or is held, and says how many', async () => {
    const held = await world.contacts.contact();
    await world.deal([fund], '2026-01-05', { company: { id: held.companyId } });
    await world.project(held, { name: '示例已投项目' });
    await world.project(founder, { name: '示例暂停项目', status: '暂停融资' });
    await world.project(founder, { name: '示例过期项目', deadlineOn: '2026-11-01' });
    const list = await world.projects(investor);
    expect(namesOf(list)).toEqual(['示例大模型项目', '示例激光项目']);
    expect(list.hidden).toEqual(
      expect.arrayContaining([
        { reason: 'held', label: '已投资该企业', count: 1 },
        { reason: 'paused', label: '未在融资中', count: 1 },
        { reason: 'over', label: '已过截止日期', count: 1 },
      ]),
    );
  });

  it('goes by what the user follows where no institution is known', async () => {
    const alone = await world.contacts.person(['PERSONAL_INVESTOR']);
    const none = await world.projects(alone);
    expect(none.basis).toMatchObject({ subject: null });
    expect(none.basis.missing).toEqual(expect.arrayContaining(['行业', '轮次']));
    await world.contacts.test.services.database.pool.query(
      `insert into "UserFocus" (id, version, "createdAt", "updatedAt", "createdBy", title, "focusIndustry", "focusPhase")
       values (77, 1, now(), now(), $1, '关注领域', $2, $3)`,
      [alone.uid, ['激光设备'], ['B轮']],
    );
    const list = await world.projects(alone);
    expect(namesOf(list)[0]).toBe('示例激光项目');
    const [first] = list.list;
    expect(criterionOf(list, first?.id ?? '', 'industry')).toMatchObject({ verdict: 'fit', basis: 'stated' });
    expect(criterionOf(list, first?.id ?? '', 'industry').words).toMatch(/^您关注激光设备/);
    expect(list.basis.missing).not.toContain('行业');
  });

  it('pages without a repeat', async () => {
    const first = await world.projects(investor, { pageSize: 1 });
    const second = await world.projects(investor, { pageSize: 1, after: first.after });
    expect([...namesOf(first), ...namesOf(second)]).toEqual(['示例大模型项目', '示例激光项目']);
    expect(second).toMatchObject({ after: null, total: 2 });
    expect(second.list[0]?.place).toBe(2);
  });

  it('is closed to whom is no certified investor', async () => {
    for (const who of [founder, await world.contacts.person(), world.contacts.staff])
      expect(await world.askProjects(who)).toMatchObject({ status: 403, code: codeOf('FORBIDDEN') });
    expect((await world.contacts.test.post('visitor', '/api/rong/matching/projects', {})).status).toBe(401);
    expect((await investor.send('POST', '/api/rong/matching/projects', { project: '1' })).status).toBe(422);
  });
});

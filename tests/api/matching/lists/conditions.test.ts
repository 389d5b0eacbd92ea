import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchList } from '#schemas/api/match-lists.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import type { Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { criterionOf, MatchWorld, namesOf } from '#tests/support/matching/match-world.ts';

const yuan = (num: string) => ({ num, currency: 'CNY' });
const MODELS = { industry: '基础大模型', targetRound: 'A轮', region: '440300' };

let world: MatchWorld;
let founder: Person & { readonly companyId: string };
let investor: Person;
let project: string;
let small: string;
let large: string;
beforeAll(async () => {
  world = await MatchWorld.open();
  // Cheques are closed to founders without SVIP.
  const { test, person } = world.contacts;
  const companyId = await world.record('InsightCompany', { name: '示例芯片企业' });
  founder = { ...(await person(['START_UP'], { vip: true })), companyId };
  await speakFor(test.services.database.db, founder.uid, companyId, 1);
  project = await world.project(founder);
  small = await world.institution('示例小额资本', { region: '440300', minCheck: yuan('1000000') });
  large = await world.institution('示例大额资本', { region: '110000', minCheck: yuan('30000000.01') });
  const dollars = await world.institution('示例美元资本', { minCheck: { num: '30000000', currency: 'USD' } });
  // As the rate of the day would have it.
  await test.services.database.pool.query(`update "InsightOrg" set "minCheck_cny" = 210000000 where id = $1`, [
    dollars,
  ]);
  await world.deals(small, 4);
  await world.deals(large, 2, { region: '110000' });
  investor = await person(['ORG_INVESTOR']);
  await certifyInvestor(test, investor.uid, { position: '投资经理' });
  await test.services.database.pool.query(`update "InvestorAuth" set org = $1 where "createdBy" = $2`, [
    large,
    investor.uid,
  ]);
});
afterAll(() => world.close());

const hiddenOf = ({ hidden }: MatchList, reason: string) => hidden.find((one) => one.reason === reason);

describe('A filter of the list', () => {
  it('is applied before the ranking, as the list itself applies it, together with a keyword', async () => {
    const filter = { field: 'region', op: 'under', value: ['110000'] };
    const lift = ['cheque'];
    const list = await world.investors(founder, project, { filter, lift });
    expect(list).toMatchObject({ total: 1, list: [{ place: 1, id: large }] });
    expect(list.total).toBe(await world.countOf(founder, 'InsightOrg', filter));
    expect(namesOf(await world.investors(founder, project, { keyword: '小额' }))).toEqual(['示例小额资本']);
    expect(namesOf(await world.investors(founder, project, { keyword: '小额', filter, lift }))).toEqual([]);
    const projects = await world.projects(investor, { filter: { field: 'targetRound', op: 'in', value: ['B轮'] } });
    expect(projects).toMatchObject({ total: 0, hidden: [] });
  });

  it('is refused where the list would refuse it, and a cursor belongs to its filter alone', async () => {
    const wrong = await world.askInvestors(founder, project, { filter: { field: 'nothing', op: 'empty' } });
    expect(wrong.code).toBe(codeOf('INVALID_QUERY'));
    const closed = await world.contacts.contact();
    const own = await world.project(closed);
    const probe = await world.askInvestors(closed, own, { filter: { field: 'minCheck', op: 'gt', value: '1' } });
    expect(probe.code).toBe(codeOf('INVALID_QUERY'));
    const { after } = await world.investors(founder, project, { pageSize: 1, lift: ['cheque'] });
    const other = await world.askInvestors(founder, project, { pageSize: 1, after });
    expect(other.code).toBe(codeOf('INVALID_QUERY'));
  });
});

describe('A cheque that is larger than the round', () => {
  it('leaves the institution out, to the cent and by its equivalent, counts it, lists it alone, and is lifted', async () => {
    const plain = await world.investors(founder, project);
    expect(namesOf(plain)).toEqual(['示例小额资本']);
    expect(hiddenOf(plain, 'cheque')).toEqual({ reason: 'cheque', label: '单笔下限高于融资金额', count: 2 });
    const only = await world.investors(founder, project, { only: 'cheque' });
    expect(only.total).toBe(2);
    expect(namesOf(only)).toEqual(expect.arrayContaining(['示例大额资本', '示例美元资本']));
    const lifted = await world.investors(founder, project, { lift: ['cheque'] });
    expect(lifted.total).toBe(3);
    expect(hiddenOf(lifted, 'cheque')).toMatchObject({ count: 2, lifted: true });
    await world.change('InsightOrg', large, { minCheck: yuan('30000000') });
    expect(namesOf(await world.investors(founder, project))).toContain('示例大额资本');
    await world.change('InsightOrg', large, { minCheck: yuan('30000000.01') });
  });

  it('leaves nothing out where the amount is a band or is not said, and moves nothing for those who may not read it', async () => {
    await world.change('InsightProject', project, { targetAmount: null, targetAmountRange: '数千万' });
    const band = await world.investors(founder, project);
    expect(band.total).toBe(3);
    expect(criterionOf(band, small, 'targetAmount').subject).toBe('数千万');
    await world.change('InsightProject', project, { targetAmount: yuan('30000000'), targetAmountRange: null });
    const closed = await world.contacts.contact();
    const list = await world.investors(closed, await world.project(closed));
    expect(hiddenOf(list, 'cheque')).toBeUndefined();
    expect(list.total).toBe(3);
  });

  it('leaves the project out of the investor’s list likewise', async () => {
    const asked = (num: string) => world.projects(investor, { draft: { minCheck: yuan(num) } });
    expect(hiddenOf(await asked('30000000'), 'cheque')).toBeUndefined();
    const above = await asked('30000000.01');
    expect(hiddenOf(above, 'cheque')?.count).toBeGreaterThanOrEqual(1);
    expect(above.list).toEqual([]);
    const lifted = await world.projects(investor, { draft: { minCheck: yuan('30000000.01') }, lift: ['cheque'] });
    expect(namesOf(lifted)).toContain('示例芯片项目');
  });

  it('says which conditions leave all out', async () => {
    const filter = { field: 'region', op: 'under', value: ['110000'] };
    const none = await world.investors(founder, project, { filter });
    expect(none).toMatchObject({ list: [], total: 0, hidden: [{ reason: 'cheque', count: 1 }] });
  });
});

describe('Institutions without a project', () => {
  it('are ranked by what is answered, and nothing of it is kept', async () => {
    const newcomer = await world.contacts.person();
    const { pool } = world.contacts.test.services.database;
    const kept = async () =>
      (await pool.query('select (select count(*) from "FinancingDraft") + (select count(*) from match_shown) as n'))
        .rows;
    const before = await kept();
    const list = made(await world.askInvestorsFor(newcomer, { draft: MODELS }));
    expect(namesOf(list)[0]).toBe('示例小额资本');
    expect(list.basis).toMatchObject({ judged: 2, subject: null, missing: ['赛道', '金额'] });
    expect(await kept()).toEqual(before);
    expect(made(await world.askInvestorsFor(newcomer, { draft: {} })).basis.judged).toBe(0);
  });

  it('look at who leads where a lead is needed, with the deals behind it', async () => {
    const follower = await world.institution('示例跟投资本');
    for (const at of [1, 2, 3, 4, 5, 6])
      await world.deal([], `2026-0${at}-05`, { followInvestors: [{ id: follower }] });
    const list = made(await world.askInvestorsFor(founder, { draft: { ...MODELS, needsLead: true } }));
    const [leads, follows] = [criterionOf(list, small, '$lead'), criterionOf(list, follower, '$lead')];
    expect(Number(leads.contribution)).toBeGreaterThan(0);
    expect(Number(follows.contribution)).toBeLessThan(0);
    expect(leads).toMatchObject({ label: '领投', subject: '领投', candidate: { evidence: { deals: 4, of: 4 } } });
    expect(await world.countOf(founder, leads.open?.objectApiName ?? '', leads.open?.filter)).toBe(4);
    expect(list.weights.map(({ key }) => key)).toContain('$lead');
    expect(list.basis.missing).not.toContain('领投');
  });

  it('are left out where they ask for more revenue than is named', async () => {
    const asks = await world.institution('示例成熟期资本', { minRevenue: yuan('50000000') });
    const list = made(await world.askInvestorsFor(founder, { draft: { revenueLastYear: yuan('49999999.99') } }));
    expect(hiddenOf(list, 'revenue')).toMatchObject({ count: 1 });
    const enough = made(await world.askInvestorsFor(founder, { draft: { revenueLastYear: yuan('50000000') } }));
    expect(enough.list.map(({ id }) => id)).toContain(asks);
  });

  it('are for those who look for investors, of a draft that a project could be', async () => {
    const { person, staff } = world.contacts;
    for (const who of [investor, await person(['FA']), staff])
      expect((await world.askInvestorsFor(who, { draft: MODELS })).code).toBe(codeOf('FORBIDDEN'));
    const wrong = await world.askInvestorsFor(founder, { draft: { targetRound: '没有的轮次' } });
    expect(wrong).toMatchObject({ status: 422, problems: [{ field: 'targetRound' }] });
    expect((await world.askInvestorsFor(founder, {})).code).toBe(codeOf('INVALID_BODY'));
    expect((await world.askInvestorsFor(founder, { request: '999' })).code).toBe(codeOf('UNKNOWN_RECORD'));
  });
});

describe('What institutions may be ranked for', () => {
  it('is each project of one’s own companies, and no other', async () => {
    const subjects = async (who: Pick<Person, 'send'>) =>
      made(await who.send<{ list: object[] }>('GET', '/api/rong/matching/subjects')).list;
    expect(await subjects(founder)).toEqual([{ kind: 'project', id: project, name: '示例芯片项目' }]);
    expect(await subjects(investor)).toEqual([]);
  });
});

describe('The weight of a criterion', () => {
  const units = (decimal: string): bigint => BigInt(Math.round(Number(decimal) * 1e9));

  it('multiplies what it adds, and contributions still add up to the score', async () => {
    const plain = await world.investors(founder, project);
    const weighed = await world.investors(founder, project, { weights: { region: 2, industry: 0, unknown: 2 } });
    const [one, two] = [criterionOf(plain, small, 'region'), criterionOf(weighed, small, 'region')];
    expect(Math.abs(Number(two.contribution) - 2 * Number(one.contribution))).toBeLessThan(2e-9);
    expect(criterionOf(weighed, small, 'industry').contribution).toBe('0');
    for (const { score, criteria } of weighed.list)
      expect(criteria.reduce((sum, { contribution }) => sum + units(contribution), 0n)).toBe(units(score));
    expect(weighed.weights).toEqual(
      expect.arrayContaining([
        { key: 'region', label: '地区', weight: 2 },
        { key: 'activity', label: '活跃度', weight: 1 },
      ]),
    );
    const refused = await world.askInvestors(founder, project, { weights: { region: 3 } });
    expect(refused.status).toBe(422);
  });

  it('is kept in a mandate, and another may be asked for this once', async () => {
    const values = { name: '示例重地区', focusRegions: ['440300'], weights: ['region=2', 'industry=9', 'x'] };
    const body = { clientKey: 'weights-of-a-mandate', values };
    const { record } = made(
      await investor.send<{ record: { id: string } }>('POST', '/api/rong/user/mandate/add', body),
    );
    const weightOf = (list: MatchList, key: string) => list.weights.find((one) => one.key === key)?.weight;
    const kept = await world.projects(investor, { mandate: record.id });
    expect([weightOf(kept, 'region'), weightOf(kept, 'industry')]).toEqual([2, 1]);
    const once = await world.projects(investor, { mandate: record.id, weights: { region: 0.5 } });
    expect(weightOf(once, 'region')).toBe(0.5);
  });
});

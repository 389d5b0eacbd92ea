import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { type AskedFor, criterionOf, MatchWorld, namesOf, type Who } from '#tests/support/matching/match-world.ts';

const DATA = '/api/metadata/data';
const MODELS = '示例大模型项目';
const LASERS = '示例激光项目';
const LASER_VALUES = { focusIndustries: ['激光设备'], focusStages: ['B轮'], focusRegions: ['110000'] };

let world: MatchWorld;
let founder: Contact;
let investor: Person;
let fund: string;
let models: string;
let lasers: string;
let keys = 0;
beforeAll(async () => {
  world = await MatchWorld.open();
  founder = await world.contacts.contact();
  fund = await world.institution('示例大模型资本');
  await world.deals(fund, 6);
  await world.deals(await world.institution('示例激光资本'), 6, {
    industry: '激光设备',
    region: '110000',
    round: 'B轮',
  });
  investor = await certified();
  models = await world.project(founder, { name: MODELS });
  const values = { industry: '激光设备', region: '110000', targetRound: 'B轮' };
  lasers = await world.project(founder, { name: LASERS, ...values });
});
afterAll(() => world.close());

/** An investor of the fund. */
async function certified(): Promise<Person> {
  const { test, person } = world.contacts;
  const made = await person(['ORG_INVESTOR']);
  await certifyInvestor(test, made.uid, { position: '投资经理' });
  const { pool } = test.services.database;
  await pool.query(`update "InvestorAuth" set org = $1 where "createdBy" = $2`, [fund, made.uid]);
  return made;
}

const add = (who: Who, values: object) =>
  who.send<RecordReply>('POST', '/api/rong/user/mandate/add', { clientKey: `mandate-${(keys += 1)}`, values });
const keep = async (who: Who, values: object): Promise<string> => made(await add(who, values)).record.id;
const remove = (who: Who, id: string) => who.send('DELETE', `/api/rong/user/mandate/delete?id=${id}`);
const restore = (who: Who, id: string) =>
  who.send<RecordReply>('POST', '/api/rong/user/mandate/restore', new URLSearchParams({ id }));
const list = (who: Who) =>
  who.send<ListReply>('POST', `${DATA}/getLayoutAndDataList`, { objectApiName: 'InvestmentMandate' });
const yuan = (num: string) => ({ num, currency: 'CNY' });

describe('projects for a mandate', () => {
  it('has those first that the mandate asks for, whatever the institution did before', async () => {
    expect(namesOf(await world.projects(investor))).toEqual([MODELS, LASERS]);
    const mandate = await keep(investor, { name: '激光早期', ...LASER_VALUES });
    const found = await world.projects(investor, { mandate });
    expect(namesOf(found)).toEqual([LASERS, MODELS]);
    expect(criterionOf(found, lasers, 'industry')).toMatchObject({
      verdict: 'fit',
      basis: 'stated',
      words: '您关注激光设备',
    });
    expect(criterionOf(found, lasers, 'industry')).not.toHaveProperty('open');
    expect(criterionOf(found, models, 'targetRound')).toMatchObject({ verdict: 'miss', words: '您关注B轮' });
  });

  it('goes by deals in what the mandate leaves open', async () => {
    const found = await world.projects(investor, { draft: { focusStages: ['B轮'] } });
    expect(criterionOf(found, lasers, 'targetRound').basis).toBe('stated');
    expect(criterionOf(found, lasers, 'industry')).toMatchObject({ basis: 'evidence', words: /笔/ });
    expect(found.basis).toMatchObject({ subject: { id: fund }, missing: [] });
  });

  it('is the same for a draft, which is not kept', async () => {
    const mandate = await keep(investor, { name: '激光稍晚', ...LASER_VALUES, minCheck: yuan('1000000') });
    const before = made(await list(investor)).total;
    const draft = { ...LASER_VALUES, minCheck: yuan('1000000') };
    const [kept, drafted] = [await world.projects(investor, { mandate }), await world.projects(investor, { draft })];
    expect(drafted.list).toEqual(kept.list);
    expect(made(await list(investor)).total).toBe(before);
  });

  it('compares tracks and amounts as well', async () => {
    const track = await world.record('InsightIndustryLabel', { name: '示例光子赛道' });
    const tracked = await world.project(founder, {
      name: '示例光子项目',
      tracks: [{ id: track }],
      status: '融资中',
      targetAmount: yuan('90000000'),
    });
    const draft = { tracks: [{ id: track }], minCheck: yuan('5000000'), maxCheck: yuan('60000000') };
    const found = await world.projects(investor, { draft });
    expect(criterionOf(found, tracked, 'tracks')).toMatchObject({ verdict: 'fit', words: '您关注示例光子赛道' });
    expect(criterionOf(found, tracked, 'targetAmount').words).toMatch(/^您的单笔金额 500 ?万元?–6,?000 ?万元?/);
    await world.change('InsightProject', tracked, { status: '暂停融资' });
  });

  it('stays in place of what the user follows', async () => {
    const alone = await world.contacts.person(['PERSONAL_INVESTOR']);
    const found = await world.projects(alone, { draft: { focusIndustries: ['激光设备'] } });
    expect(namesOf(found)[0]).toBe(LASERS);
    expect(found.basis.missing).not.toContain('行业');
    expect(found.basis.missing).toContain('轮次');
  });

  it('goes on to a further page of the same mandate alone', async () => {
    const draft = { focusStages: ['B轮'] };
    const first = await world.projects(investor, { draft, pageSize: 1 });
    const second = await world.projects(investor, { draft, pageSize: 1, after: first.after });
    expect(new Set([...namesOf(first), ...namesOf(second)])).toEqual(new Set([MODELS, LASERS]));
    expect(await world.askProjects(investor, { pageSize: 1, after: first.after })).toMatchObject({
      code: codeOf('INVALID_QUERY'),
    });
  });
});

describe('gates of a mandate', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    const more = [
      { name: '示例美元项目', currencyPreference: '美元' },
      { name: '示例双币项目', currencyPreference: '双币', revenueLastYear: yuan('10000000') },
      { name: '示例低营收项目', revenueLastYear: yuan('9999999.99') },
    ];
    for (const values of more) ids.push(await world.project(founder, values));
  });
  afterAll(async () => {
    for (const id of ids) await world.change('InsightProject', id, { status: '暂停融资' });
  });

  const hiddenBy = async (draft: object) => {
    const { hidden, list: rows } = await world.projects(investor, { draft });
    const counted = hidden.filter(({ reason }) => reason === 'currency' || reason === 'revenue');
    return { counted, names: rows.map(({ values }) => values['name']) };
  };

  it('leave out what only takes other currencies, and count it', async () => {
    const { counted, names } = await hiddenBy({ currencyPreference: '人民币' });
    expect(counted).toEqual([{ reason: 'currency', label: '币种不符', count: 1 }]);
    expect(names).not.toContain('示例美元项目');
    expect(names).toEqual(expect.arrayContaining(['示例双币项目', MODELS]));
    expect((await hiddenBy({ currencyPreference: '双币' })).counted).toEqual([]);
    expect((await hiddenBy({ currencyPreference: '其他币种' })).counted).toMatchObject([{ count: 2 }]);
  });

  it('leave out what earned less to the cent, never what does not say it', async () => {
    const { counted, names } = await hiddenBy({ minRevenue: yuan('10000000') });
    expect(counted).toEqual([{ reason: 'revenue', label: '低于最低营收', count: 1 }]);
    expect(names).toEqual(expect.arrayContaining(['示例双币项目', '示例美元项目', MODELS]));
    expect(names).not.toContain('示例低营收项目');
  });

  it('are of mandates alone', async () => {
    expect(namesOf(await world.projects(investor, { pageSize: 50 }))).toEqual(
      expect.arrayContaining(['示例美元项目', '示例低营收项目']),
    );
  });
});

describe('mandates', () => {
  it('are ten at most, made one by one, at once or brought back', async () => {
    const one = await certified();
    const [first = ''] = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((at) => keep(one, { name: `需求 ${at}` })));
    const answers = await Promise.all([9, 10, 11].map((at) => add(one, { name: `需求 ${at}` })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
    const refused = { status: 429, msg: '最多保存 10 条投资需求，请先删除不用的' };
    expect(answers.find(({ code }) => code !== 0)).toMatchObject(refused);
    expect(await remove(one, first)).toMatchObject({ code: 0 });
    await keep(one, { name: '需求 12' });
    expect(await restore(one, first)).toMatchObject(refused);
    expect(made(await list(one)).total).toBe(10);
  });

  it('have a name each', async () => {
    const one = await certified();
    const answer = await add(one, { focusStages: ['A轮'] });
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'name' }] });
    expect(await add(one, { name: '医疗早期', focusStages: ['A轮'] })).toMatchObject({ code: 0 });
  });

  it('are seen and used by no other user', async () => {
    const [one, other] = [await certified(), await certified()];
    const mandate = await keep(one, { name: '机密方向', ...LASER_VALUES });
    const none = await world.askProjects(other, { mandate: '987654321' });
    expect(none).toMatchObject({ status: 404, code: codeOf('UNKNOWN_RECORD') });
    expect(await world.askProjects(other, { mandate })).toEqual(none);
    expect(made(await list(other)).total).toBe(0);
    expect(await other.send('GET', `${DATA}/InvestmentMandate/${mandate}`)).toMatchObject({ status: 404 });
    const body = { version: 1, values: { name: '改名' } };
    expect(await other.send('POST', `${DATA}/InvestmentMandate/${mandate}`, body)).toMatchObject({ status: 404 });
    expect(await remove(other, mandate)).toMatchObject({ status: 404 });
    expect(await remove(one, mandate)).toMatchObject({ code: 0 });
    expect(await world.askProjects(one, { mandate })).toEqual(none);
  });

  it('open no projects to users who are no investors', async () => {
    const [member, svip] = [await world.contacts.person(), await world.contacts.person([], { vip: true })];
    for (const who of [member, svip, founder, world.contacts.staff]) {
      const mandate = await keep(who, { name: '不是投资人' });
      for (const asked of [{ mandate }, { draft: LASER_VALUES }])
        expect(await world.askProjects(who, asked)).toMatchObject({ status: 403, code: codeOf('FORBIDDEN') });
    }
    const url = '/api/rong/matching/projects';
    expect(await world.contacts.test.post('visitor', url, { draft: LASER_VALUES })).toMatchObject({ status: 401 });
  });

  it('are judged as drafts too, with what is wrong by field', async () => {
    const problemsOf = async (asked: AskedFor) => (await world.askProjects(investor, asked)).problems;
    const draft = { minCheck: yuan('2000000'), maxCheck: yuan('1000000') };
    expect(await problemsOf({ draft })).toEqual([
      expect.objectContaining({ field: 'maxCheck', message: '单笔最高金额不能低于最低金额' }),
    ]);
    expect(await problemsOf({ draft: { focusStages: ['没有的轮次'] } })).toMatchObject([{ field: 'focusStages' }]);
    expect(await problemsOf({ draft: { nothing: 1 } })).toMatchObject([{ field: 'nothing' }]);
    expect(await problemsOf({ draft: {}, mandate: '1' })).toMatchObject([{ field: 'draft' }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '#tests/support/databases/database.ts';
import type { MatchList } from '#schemas/api/match-lists.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made, saveDefinition, savedDefinition, saveField } from '#tests/support/editing.ts';
import { criterionOf, MatchWorld, namesOf } from '#tests/support/matching/match-world.ts';

let world: MatchWorld;
let founder: Contact;
let project: string;
let fitting: string;
let active: string;
let other: string;
beforeAll(async () => {
  world = await MatchWorld.open();
  founder = await world.contacts.contact();
  project = await world.project(founder);
  fitting = await world.institution('示例对口资本');
  active = await world.institution('示例活跃资本');
  other = await world.institution('示例医疗资本');
  await world.institution('示例新设资本');
  await world.deals(fitting, 4);
  const elsewhere = {
    industry: '数据服务',
    region: '110000',
    round: 'B轮',
    amount: { num: '300000000', currency: 'CNY' },
  };
  await world.deals(active, 8, elsewhere);
  await world.deals(active, 2);
  await world.deals(other, 5, { ...elsewhere, industry: '激光设备' });
});
afterAll(() => world.close());

/** Billionths, so that sums are exact. */
const units = (decimal: string): bigint => {
  const [whole = '0', rest = ''] = decimal.replace('-', '').split('.');
  const size = BigInt(whole) * 1_000_000_000n + BigInt(rest.padEnd(9, '0'));
  return decimal.startsWith('-') ? -size : size;
};

describe('The list of investors for a project', () => {
  it('has those first whose deals are like the round, and says of how many deals it knows', async () => {
    const list = await world.investors(founder, project);
    expect(namesOf(list)).toEqual(['示例对口资本', '示例活跃资本', '示例医疗资本', '示例新设资本']);
    expect(list.list.map(({ place }) => place)).toEqual([1, 2, 3, 4]);
    expect(list).toMatchObject({
      total: 4,
      after: null,
      basis: { deals: 19, subject: { name: '示例芯片项目' }, missing: ['赛道'] },
    });
  });

  it('adds up contributions to the score of each row, in either order', async () => {
    for (const order of ['likely', 'focused'] as const) {
      const { list } = await world.investors(founder, project, { order });
      for (const { score, criteria } of list)
        expect(criteria.reduce((sum, { contribution }) => sum + units(contribution), 0n)).toBe(units(score));
      const scores = list.map(({ score }) => Number(score));
      expect(scores).toEqual(scores.toSorted((one, two) => two - one));
    }
  });

  it('leaves out how active an institution is where only what fits is asked for', async () => {
    const likely = await world.investors(founder, project);
    const focused = await world.investors(founder, project, { order: 'focused' });
    expect(criterionOf(likely, active, 'activity').words).toBe('共 10 笔公开交易');
    expect(focused.list[0]?.criteria.map(({ key }) => key)).not.toContain('activity');
  });

  it('counts as many deals in words as the list has that they open', async () => {
    const list = await world.investors(founder, project);
    let opened = 0;
    for (const { criteria } of list.list)
      for (const { open, candidate, words } of criteria) {
        if (!open || !candidate.evidence) continue;
        opened += 1;
        expect(words).toContain(String(candidate.evidence.deals));
        expect(await world.countOf(founder, open.objectApiName, open.filter)).toBe(candidate.evidence.deals);
      }
    expect(opened).toBeGreaterThanOrEqual(6);
    expect(criterionOf(list, fitting, 'industry')).toMatchObject({
      verdict: 'fit',
      subject: '基础大模型',
      words: expect.stringMatching(
        /^近 24 个月 4 笔中 4 笔属基础大模型（100%，全市场 \d+%），最近一笔 2026-10 示例企业/,
      ) as unknown,
    });
  });

  it('counts no deal outside of its months, and none of a month that is not over', async () => {
    const late = await world.institution('示例跨期资本');
    await world.deals(late, 3);
    await world.deal([late], '2024-01-05');
    await world.deal([late], '2026');
    const list = await world.investors(founder, project);
    const { candidate, open } = criterionOf(list, late, 'industry');
    expect(candidate.evidence).toMatchObject({ deals: 3, of: 3 });
    expect(await world.countOf(founder, open?.objectApiName ?? '', open?.filter)).toBe(3);
  });

  it('leaves out who holds the company and who is an advisor, and says how many', async () => {
    const holder = await world.institution('示例老股东');
    await world.institution('示例顾问', { isFa: true });
    await world.deal([holder, fitting], '2025-01-05', { company: { id: founder.companyId }, round: '天使轮' });
    const list = await world.investors(founder, project);
    expect(namesOf(list)).not.toContain('示例老股东');
    expect(list.hidden).toEqual(
      expect.arrayContaining([
        { reason: 'held', label: '已投资该企业', count: 2 },
        { reason: 'advisor', label: '为财务顾问', count: 1 },
      ]),
    );
  });

  it('knows who was in companies with those who hold this one', async () => {
    const mine = await world.contacts.contact();
    const [holder, partner] = [await world.institution('示例领头资本'), await world.institution('示例同行资本')];
    await world.deals(holder, 2);
    await world.deal([holder, partner], '2026-03-05');
    await world.deal([holder], '2026-02-05', { company: { id: mine.companyId } });
    const list = await world.investors(mine, await world.project(mine), { order: 'focused' });
    expect(criterionOf(list, partner, 'company')).toMatchObject({
      label: '现有股东',
      verdict: 'fit',
      words: '曾与现有股东示例领头资本投资同一企业',
    });
  });

  it('follows each deal that is written, changed or taken away', async () => {
    const moved = await world.institution('示例变化资本');
    const count = async () => criterionOf(await world.investors(founder, project), moved, 'activity').words;
    expect(await count()).toBe('暂无公开交易');
    const deal = await world.deal([moved], '2026-06-05');
    expect(await count()).toBe('共 1 笔公开交易');
    await world.change('InsightTransaction', deal, { leadInvestors: [{ id: other }] });
    expect(await count()).toBe('暂无公开交易');
  });

  it.skipIf(!onPostgres)('knows a deal at once while another transaction is still open', async () => {
    const { pool } = world.contacts.test.services.database;
    const client = await pool.connect();
    await client.query('begin; select pg_current_xact_id()');
    const late = await world.institution('示例即时资本');
    await world.deal([late], '2026-06-05');
    const list = await world.investors(founder, project);
    await client.query('rollback');
    client.release();
    expect(criterionOf(list, late, 'activity').words).toBe('共 1 笔公开交易');
    expect(await world.investors(founder, project)).toEqual(list);
  });

  it('pages through all without a gap or a repeat, and refuses a cursor of another list', async () => {
    const whole = await world.investors(founder, project, { pageSize: 50 });
    const pages: MatchList[] = [];
    for (let after: string | undefined; ;) {
      const page = await world.investors(founder, project, { pageSize: 3, ...(after && { after }) });
      pages.push(page);
      if (page.after === null) break;
      after = page.after;
    }
    expect(pages.flatMap(({ list }) => list)).toEqual(whole.list);
    expect(whole.list).toHaveLength(whole.total);
    const [first] = pages;
    const foreign = await world.askInvestors(founder, project, { order: 'focused', after: first?.after ?? '' });
    expect(foreign.code).toBe(codeOf('INVALID_QUERY'));
  });
});

describe('Who may ask for investors', () => {
  it('is for those who speak for the company and for staff: to all others the project is not there', async () => {
    const stranger = await world.contacts.contact();
    const investor = await world.contacts.person(['ORG_INVESTOR'], { vip: true });
    const missing = await world.askInvestors(founder, '999999999');
    expect(missing).toMatchObject({ status: 404, code: codeOf('UNKNOWN_RECORD') });
    for (const who of [stranger, investor, await world.contacts.person()])
      expect(await world.askInvestors(who, project)).toMatchObject({ code: missing.code, msg: missing.msg });
    expect((await world.askInvestors(world.contacts.staff, project)).code).toBe(0);
    expect((await world.contacts.test.post('visitor', '/api/rong/matching/investors', { project })).status).toBe(401);
  });

  it('refuses what it does not know', async () => {
    for (const body of [
      {},
      { project: 'x' },
      { project, order: 'best' },
      { project, pageSize: 0 },
      { project, pageSize: 51 },
      { project, more: 1 },
    ])
      expect((await founder.send('POST', '/api/rong/matching/investors', body)).status).toBe(422);
    expect((await world.askInvestors(founder, project, { after: 'nonsense' })).code).toBe(codeOf('INVALID_QUERY'));
  });

  it('is not one byte different where a field that is closed to the founder changes', async () => {
    const whole = async (who: Pick<Contact, 'send'>) => JSON.stringify(await world.investors(who, project));
    await world.change('InsightOrg', other, { focusRegions: ['110000'], minCheck: { num: '100', currency: 'CNY' } });
    const [before, beforeStaff] = [await whole(founder), await whole(world.contacts.staff)];
    await world.change('InsightOrg', other, {
      focusRegions: ['440300'],
      minCheck: { num: '900000000', currency: 'CNY' },
    });
    expect(await whole(founder)).toBe(before);
    expect(await whole(world.contacts.staff)).not.toBe(beforeStaff);
    await world.change('InsightOrg', other, { focusStages: ['A轮'] });
    expect(await whole(founder)).not.toBe(before);
  });
});

describe('Criteria of metadata', () => {
  it('take one more pair of fields without code', async () => {
    const { test } = world.contacts;
    const field = {
      apiName: 'theme',
      type: 'select',
      label: '主题',
      selectOptions: [],
      config: { optionSet: 'currencyPreference' },
    };
    for (const apiName of ['InsightProject', 'InsightTransaction']) {
      const { selectOptions: _, ...plain } = field;
      made(await saveField(test, apiName, plain));
    }
    const definition = savedDefinition(test, 'InsightProject');
    const pair = {
      subject: 'theme',
      evidence: 'theme',
      stated: 'currencyPreference',
      kind: 'tree',
      weight: 1,
    } as const;
    made(await saveDefinition(test, { ...definition, criteria: [...(definition.criteria ?? []), pair] }));
    const themed = await world.institution('示例主题资本');
    await world.deals(themed, 4, { theme: '美元' });
    await world.deals(other, 12 - 4, { theme: '人民币' });
    await world.change('InsightProject', project, { theme: '美元' });
    const list = await world.investors(founder, project);
    expect(criterionOf(list, themed, 'theme')).toMatchObject({ label: '主题', verdict: 'fit', subject: '美元' });
    expect(Number(criterionOf(list, themed, 'theme').contribution)).toBeGreaterThan(0);
    expect(Number(criterionOf(list, active, 'theme').contribution)).toBe(0);
  });

  it.each([
    ['a field that is not there', { subject: 'nothing', kind: 'tree' }, '“融资项目”没有字段“nothing”'],
    ['a second pair of one field', { subject: 'industry', kind: 'tree' }, '字段“industry”已有匹配条件'],
    ['a kind that does not fit', { subject: 'valuation', kind: 'set' }, '字段“期望投后估值”应为多选或多项关联'],
    [
      'fields that cannot be compared',
      { subject: 'currentRound', evidence: 'industry', kind: 'tree' },
      '“交易事件”的字段“所属行业”与“已完成轮次”不能比较',
    ],
    ['evidence of a network', { subject: 'fa', kind: 'network' }, '字段“财务顾问”应为指向企业的关联'],
  ])('are refused with %s', async (_, pair, words) => {
    const definition = savedDefinition(world.contacts.test, 'InsightProject');
    const criteria = [...(definition.criteria ?? []), { weight: 1, ...pair }] as typeof definition.criteria;
    const answer = await saveDefinition(world.contacts.test, { ...definition, ...(criteria && { criteria }) });
    expect(answer).toMatchObject({ code: codeOf('INVALID_METADATA') });
    expect(answer.msg).toContain(words);
    expect(answer.problems[0]?.field).toBe(`criteria/${(criteria?.length ?? 1) - 1}`);
  });

  it('are refused for an object that is not matched', async () => {
    const definition = savedDefinition(world.contacts.test, 'InsightNews');
    const pair = { subject: 'title', kind: 'tree', weight: 1 } as const;
    const answer = await saveDefinition(world.contacts.test, { ...definition, criteria: [pair] });
    expect(answer.msg).toContain('不参与投融资匹配');
  });
});

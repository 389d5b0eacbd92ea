import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomeContentOf } from '#schemas/api/home.ts';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { storeHome } from '#server/commands/seed/home.ts';
import { shippedBlocks } from '#server/platform/home/shipped.ts';
import { made } from '#tests/support/editing.ts';
import { HomeWorld } from '#tests/support/home/home-world.ts';
import { TEST_NOW, type Who } from '#tests/support/app/test-app.ts';

let world: HomeWorld;
beforeAll(async () => {
  world = await HomeWorld.open();
  const company = await world.create('InsightCompany', { name: '示例星舰科技' });
  const deal = (fundedOn: string, num: string) =>
    world.create('InsightTransaction', {
      title: `示例星舰科技 · ${fundedOn}`,
      company: { id: company },
      round: 'A轮',
      industry: '人工智能',
      fundedOn,
      amount: { num, currency: 'CNY' },
    });
  await deal('2026-11-18', '200000000');
  await deal('2026-11-17', '30000000');
  await deal('2026-10-07', '50000000');
});
afterAll(() => world.close());

describe('The first page', () => {
  it.each<[Who, readonly string[], readonly string[]]>([
    ['visitor', ['下一步'], ['每周融资笔数', '待处理事项', '我的跟进']],
    ['member', ['下一步', '每周融资笔数', '大额交易'], ['待处理事项', '我的跟进', '待回复的私信']],
    [
      'founder',
      ['待回复的私信', '我的跟进', '关注的变化', '新的访客', '匹配投资机构'],
      ['待处理事项', '看过又有更新', '新的匹配'],
    ],
    ['investor', ['待回复的私信', '我的跟进', '关注的变化', '新的匹配'], ['待处理事项', '新的访客']],
    ['organisation', ['待回复的私信', '新发布的融资项目', '大额交易'], ['我的跟进', '待处理事项', '下一步']],
    ['svip', ['近一年各行业融资', '新发布的融资项目'], ['我的跟进', '待处理事项']],
    ['staff', ['待处理事项', '本周新收录的企业', '每周融资笔数'], ['我的跟进', '下一步', '待回复的私信']],
  ])('of a %s has what is for them and nothing else', async (who, has, hasNot) => {
    const titles = await world.titles(who);
    expect(titles).toEqual(expect.arrayContaining([...has]));
    for (const title of hasNot) expect(titles).not.toContain(title);
  });

  it('is one answer in which every block has content, says that it is empty, or is asked for again', async () => {
    for (const who of ['member', 'founder', 'investor', 'svip', 'staff'] as const)
      for (const block of (await world.home(who)).blocks) {
        expect(block.refused, `${who}: ${block.title}`).toBeUndefined();
        expect([block.content, block.empty, block.slow].filter((part) => part !== undefined)).toHaveLength(1);
      }
  });

  it('leads a new member through 认证, 企业, BP and 融资, and marks the next of them', async () => {
    const { content } = (await world.block('member', '下一步')) ?? {};
    expect(content?.kind).toBe('steps');
    const { steps } = content as HomeContentOf<'steps'>;
    expect(steps.map(({ title, state }) => `${title} ${state}`)).toEqual([
      '认证 next',
      '企业 later',
      'BP later',
      '融资 later',
    ]);
    const founder = await world.pipeline.contacts.contact();
    const { content: known } = (await world.block(founder, '下一步')) ?? {};
    expect((known as HomeContentOf<'steps'>).steps.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'next',
      'later',
    ]);
  });

  it('shows rounds and amounts by week without a gap, marks the weeks that are incomplete, and each opens its list', async () => {
    const rounds = (await world.block('member', '每周融资笔数'))?.content as HomeContentOf<'chart'>;
    const keys = rounds.chart.categories.map(({ key }) => key);
    expect([keys[0], keys.at(-1), keys.length]).toEqual(['2026W41', '2026W47', 7]);
    expect(rounds.chart.series[0]?.values).toEqual(['1', '0', '0', '0', '0', '0', '2']);
    expect(rounds.chart.categories.every(({ incomplete }) => incomplete === true)).toBe(true);
    expect(rounds.chart.sampleSize).toBe(3);
    expect(decodeURIComponent(rounds.paths['2026W47'] ?? '')).toContain(
      "['fundedOn','between',['2026-11-16','2026-11-22']]",
    );
    const amounts = (await world.block('member', '每周融资金额'))?.content as HomeContentOf<'chart'>;
    expect(amounts.chart.unit).toBe('CNY');
    expect(amounts.chart.series[0]?.values.at(-1)).toBe('230000000');
  });

  it('has the largest deals first, and the number beside them is that of the list that it opens', async () => {
    const deals = (await world.block('founder', '大额交易'))?.content as HomeContentOf<'records'>;
    expect(deals.list.map((row) => (row['amount'] as { num: string }).num)).toEqual([
      '200000000',
      '50000000',
      '30000000',
    ]);
    expect(deals.total).toBe(3);
    expect(deals.path).toMatch(/^\/data\/transaction\?f=/);
    expect(deals.path).toContain('s=amount.desc');
  });

  it('counts the pipeline by state for the one who keeps it and for no other user', async () => {
    const investor = await world.pipeline.contacts.person(['ORG_INVESTOR']);
    const company = await world.create('InsightCompany', { name: '示例跟进企业' });
    await world.pipeline.follow(investor, 'deal', { company, nextStep: '约创始人', nextOn: '2026-11-25' });
    const own = (await world.block(investor, '我的跟进'))?.content as HomeContentOf<'chart'>;
    expect(own.chart.categories.map(({ key }) => key)).toEqual(['watching']);
    expect(own.chart.series[0]?.values).toEqual(['1']);
    expect(own.paths['watching']).toMatch(/^\/pipeline\/deals\?f=/);
    const due = (await world.block(investor, '到期的跟进'))?.content as HomeContentOf<'records'>;
    expect(due.list.map((row) => row['title'])).toEqual(['示例跟进企业']);
    const other = await world.pipeline.contacts.person(['ORG_INVESTOR']);
    expect(await world.block(other, '我的跟进')).toMatchObject({
      empty: { way: { path: '/InvestmentFinancing/project' } },
    });
  });

  it('says what changed in what one follows up, by the fields that the user may see', async () => {
    const investor = await world.pipeline.contacts.person(['ORG_INVESTOR']);
    const company = await world.create('InsightCompany', { name: '示例变化企业', brief: '之前' });
    const unfollowed = await world.create('InsightCompany', { name: '示例旁观企业', brief: '之前' });
    await world.pipeline.follow(investor, 'deal', { company });
    const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
    for (const id of [company, unfollowed])
      await world.test.services.writer.update('InsightCompany', id, 1, { brief: '之后' }, context);
    const changes = (await world.block(investor, '关注的变化'))?.content as HomeContentOf<'entries'>;
    expect(changes.entries.map(({ title, path }) => [title, path])).toEqual([
      ['示例变化企业', `/insight/InsightCompany/${company}`],
    ]);
  });

  it('says what changed in records that one subscribes to, once where they are followed up too', async () => {
    const reader = await world.pipeline.contacts.person(['ORG_INVESTOR']);
    const company = await world.create('InsightCompany', { name: '示例订阅企业', brief: '之前' });
    const target = { source: 'record', objectApiName: 'InsightCompany', targetId: company };
    const subscription = { ...target, kinds: ['changed'], fields: [], frequency: 'site', mail: false };
    made(await reader.send('POST', '/api/alerts/subscription', subscription));
    await world.pipeline.follow(reader, 'deal', { company });
    const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
    await world.test.services.writer.update('InsightCompany', company, 1, { brief: '之后' }, context);
    const changes = (await world.block(reader, '关注的变化'))?.content as HomeContentOf<'entries'>;
    expect(changes.entries.map(({ title }) => title)).toEqual(['示例订阅企业']);
  });

  it('brings conversations that wait for an answer to the user, until it is given', async () => {
    const [founder, investor] = [
      await world.pipeline.contacts.contact(),
      await world.pipeline.contacts.person(['ORG_INVESTOR']),
    ];
    const type = MESSAGE_TYPES.text;
    made(await investor.send('POST', `/api/rong/sixin/${founder.uid}`, { type, content: '您好，想了解融资进展' }));
    const waiting = (await world.block(founder, '待回复的私信'))?.content as HomeContentOf<'entries'>;
    expect(waiting.entries[0]).toMatchObject({ uid: investor.uid, words: '未读：您好，想了解融资进展' });
    expect((await world.block(investor, '待回复的私信'))?.empty).toBeDefined();
    made(await founder.send('POST', `/api/rong/sixin/${investor.uid}`, { type, content: '欢迎，资料稍后发您' }));
    expect((await world.block(founder, '待回复的私信'))?.empty).toBeDefined();
  });

  it('takes note of the last look once a visit', async () => {
    const investor = await world.pipeline.contacts.person(['ORG_INVESTOR']);
    expect((await world.home(investor)).lastLook).toBeNull();
    expect((await world.home(investor)).lastLook).toBeNull();
    world.pipeline.contacts.setTime('2026-11-22T04:00:00Z');
    expect((await world.home(investor)).lastLook).toBe(TEST_NOW.toISOString());
    world.pipeline.contacts.setTime(TEST_NOW.toISOString());
  });
});

describe('The blocks that ship', () => {
  it('fit the objects that ship', async () => {
    expect(made(await world.staff.send<{ list: unknown[] }>('GET', '/api/staff/home/faults')).list).toEqual([]);
  });

  it('are what staff made of them after an upgrade, and new ones come along', async () => {
    await world.change('latest-news', { title: '本站资讯' });
    const { database, writer } = world.test.services;
    const more = { key: 'another', values: { code: 'another', title: '另一块内容', kind: 'waiting', published: true } };
    await storeHome(database, writer, TEST_NOW, [...shippedBlocks(), more]);
    const titles = await world.titles('investor');
    expect(titles).toEqual(expect.arrayContaining(['本站资讯', '另一块内容']));
    expect(titles).not.toContain('最新资讯');
  });
});

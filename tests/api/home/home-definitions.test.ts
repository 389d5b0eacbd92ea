import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomeContentOf, HomeFault } from '#schemas/api/home.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { HomeWorld } from '#tests/support/home/home-world.ts';

let world: HomeWorld;
beforeAll(async () => {
  world = await HomeWorld.open();
  for (const name of ['示例甲企业', '示例乙企业']) await world.create('InsightCompany', { name, brief: '示例' });
});
afterAll(() => world.close());

const BLOCK = { kind: 'list', objectName: 'InsightCompany', width: 'half', position: 5, published: true };
const faults = async () => made(await world.staff.send<{ list: HomeFault[] }>('GET', '/api/staff/home/faults')).list;

describe('Staff arrange the first page without a release', () => {
  it('by adding a block, which is there for whom they chose at once', async () => {
    await world.create('HomeBlock', { ...BLOCK, title: '精选企业', audience: ['founder'] });
    const block = await world.block('founder', '精选企业');
    expect(block?.content).toMatchObject({ kind: 'records', total: 2 });
    expect(await world.titles('investor')).not.toContain('精选企业');
    expect((await world.titles('founder'))[0]).toBe('精选企业');
  });

  it('by another order, and by hiding what is not wanted', async () => {
    await world.change('latest-news', { position: 1, emptyWords: '暂无' });
    expect((await world.titles('founder'))[0]).toBe('最新资讯');
    await world.change('latest-news', { published: false });
    expect(await world.titles('founder')).not.toContain('最新资讯');
  });

  it('and are the only ones who may', async () => {
    const body = { clientKey: 'not-by-a-founder', values: { ...BLOCK, title: '自己的块' } };
    expect((await world.test.post('founder', '/api/metadata/data/HomeBlock', body)).code).not.toBe(0);
    expect((await world.test.get('investor', '/api/staff/home/faults')).status).toBe(403);
  });
});

describe('A block', () => {
  it('shows nothing of a list that is closed to the user', async () => {
    await world.create('HomeBlock', { ...BLOCK, title: '全部商品', objectName: 'Product', emptyWords: '暂无' });
    for (const who of ['member', 'founder', 'investor', 'svip'] as const)
      expect(await world.titles(who)).not.toContain('全部商品');
    await world.create('HomeBlock', { ...BLOCK, title: '给访客的企业', audience: ['visitor'] });
    expect(await world.titles('visitor')).toEqual(['下一步']);
  });

  it('leaves out a field that is closed to the user, and goes where its condition or groups are made of one', async () => {
    made(
      await saveField(world.test, 'InsightCompany', {
        apiName: 'inside',
        type: 'text',
        label: '内部意见',
        config: { visibleTo: ['staff'] },
      }),
    );
    await world.create('InsightCompany', { name: '示例丙企业', inside: '重点' });
    await world.create('HomeBlock', { ...BLOCK, title: '带内部字段', columns: ['inside', 'brief'] });
    const filter = JSON.stringify({ field: 'inside', op: 'notEmpty' });
    await world.create('HomeBlock', { ...BLOCK, title: '按内部筛选', filter });
    await world.create('HomeBlock', { ...BLOCK, title: '内部个数', kind: 'count', filter });
    const shown = (await world.block('investor', '带内部字段'))?.content as HomeContentOf<'records'>;
    expect(shown.layout.columns).toEqual(['name', 'brief']);
    expect(JSON.stringify(shown)).not.toContain('重点');
    const titles = await world.titles('investor');
    for (const closed of ['按内部筛选', '内部个数']) expect(titles).not.toContain(closed);
    const staff = (await world.block('staff', '内部个数'))?.content as HomeContentOf<'count'>;
    expect(staff).toMatchObject({ total: 1, totalIsExact: true });
  });

  it('that is wrong says so alone: to users in general, to staff why, and in the list of faults', async () => {
    await world.create('HomeBlock', { ...BLOCK, title: '错的条件', filter: '{"field": }' });
    await world.create('HomeBlock', { ...BLOCK, title: '没有的对象', objectName: 'NoSuchObject' });
    await world.create('HomeBlock', { ...BLOCK, title: '没有的分组', kind: 'chart', groupBy: 'nothing' });
    const block = await world.block('investor', '错的条件');
    expect(block?.refused?.message).toBe('这一块的内容有误，请联系客服');
    expect((await world.block('staff', '没有的分组'))?.refused?.message).toBe('定义有误：不能按“nothing”分组');
    expect((await faults()).map(({ title }) => title).toSorted()).toEqual(
      ['错的条件', '没有的分组', '没有的对象'].toSorted(),
    );
    expect(
      (await world.home('investor')).blocks.some(
        ({ content }) => content?.kind === 'chart' || content?.kind === 'records',
      ),
    ).toBe(true);
  });
});

describe('Staff arrange the steps of a new member without a release', () => {
  const steps = async (who: 'member' | 'founder' | 'investor' | 'visitor') => {
    const { content } = (await world.block(who, '下一步')) ?? {};
    return (content as HomeContentOf<'steps'> | undefined)?.steps ?? [];
  };

  it('by other words, another target and another order', async () => {
    expect((await steps('member')).map(({ title }) => title)).toEqual(['认证', '企业', 'BP', '融资']);
    await world.change(
      'plan',
      { position: 15, title: '商业计划书', words: '先备好计划书。', path: '/helpCenter' },
      'HomeStep',
    );
    const [first, ...rest] = await steps('member');
    expect(first).toEqual({
      title: '商业计划书',
      words: '先备好计划书。',
      action: '上传 BP',
      path: '/helpCenter',
      state: 'next',
    });
    expect(rest.map(({ title, state }) => `${title} ${state}`)).toEqual(['认证 later', '企业 later', '融资 later']);
  });

  it('by a step of their own that is done by a known fact, for whom they chose', async () => {
    const step = {
      words: '登录即完成。',
      action: '登录',
      path: '/login',
      audience: ['member'],
      position: 1,
      published: true,
    };
    await world.create('HomeStep', { ...step, title: '登录', done: 'signedIn' });
    expect((await steps('member')).slice(0, 2).map(({ title, state }) => `${title} ${state}`)).toEqual([
      '登录 done',
      '商业计划书 next',
    ]);
    expect((await steps('investor')).map(({ title }) => title)).toEqual(['认证', '关注领域', '跟进']);
  });

  it('by hiding one, which leaves the others', async () => {
    await world.change('raise', { published: false }, 'HomeStep');
    expect((await steps('member')).map(({ title }) => title)).not.toContain('融资');
    expect((await steps('visitor')).map(({ title, state }) => `${title} ${state}`)).toEqual(['登录 next']);
  });

  it('within the facts that are known and the addresses of the product, and are the only ones who may', async () => {
    const step = { title: '外部', words: '去别处。', action: '前往', path: 'https://example.com', done: 'signedIn' };
    const send = (who: 'staff' | 'founder', values: object, key: string) =>
      world.test.post(who, '/api/metadata/data/HomeStep', { clientKey: `step-${key}`, values });
    expect((await send('staff', step, 'elsewhere')).code).not.toBe(0);
    expect((await send('staff', { ...step, path: '/home', done: 'rich' }, 'unknown-fact')).code).not.toBe(0);
    expect((await send('founder', { ...step, path: '/home' }, 'by-a-founder')).code).not.toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelatedReply } from '#schemas/api/details.ts';
import { openDealWorld, to, type DealWorld } from '#tests/support/records/deal-world.ts';
import { made, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import type { Answer, Who } from '#tests/support/app/test-app.ts';

let world: DealWorld;
const funds: Record<string, string> = {};
const firms: Record<string, string> = {};
const id = (name: string): string => funds[name] ?? firms[name] ?? '';

const INVESTORS = ['leads', 'follows'];
const over = (from: string[], target: string[], order: 'count' | 'latest' = 'count') => ({
  objectApiName: 'Deal',
  from,
  to: target,
  date: 'on',
  order,
});

beforeAll(async () => {
  world = await openDealWorld();
  for (const name of ['甲基金', '乙基金', '丙基金', '丁基金']) funds[name] = await world.create('Fund', { name });
  const [a = '', b = '', c = ''] = Object.values(funds);
  const firm = async (name: string, industry: string | undefined, words: string[], more: object = {}) => {
    firms[name] = await world.create('Firm', { name, ...(industry && { industry }), words, ...more });
  };
  await firm('视觉', '计算机视觉', ['芯片', '摄像头'], { friends: to(c, a) });
  await firm('语音', '智能语音', ['芯片']);
  await firm('看图', '计算机视觉', ['摄像头', '芯片']);
  await firm('客服', '客户服务', ['摄像头']);
  await firm('旁人', '客户服务', ['面包']);
  const deal = (name: string, on: string, leads: string[], follows: string[]) =>
    world.create('Deal', {
      title: `${name}${on}`,
      firm: { id: id(name) },
      on,
      leads: to(...leads),
      follows: to(...follows),
    });
  await deal('视觉', '2023-05-06', [a], [b]);
  await deal('视觉', '2024', [a], [a, c]);
  await deal('语音', '2025-02', [b], [a]);
  await deal('客服', '2020-01-01', [b], []);
  await world.layOut('Fund', {
    related: [
      { label: '投资组合', objectApiName: 'Firm', through: over(INVESTORS, ['firm'], 'latest'), columns: ['industry'] },
      { label: '共同投资方', objectApiName: 'Fund', through: over(INVESTORS, INVESTORS) },
      {
        label: '交易',
        objectApiName: 'Deal',
        fields: INVESTORS,
        columns: ['title', 'on'],
        sort: [{ field: 'on', order: 'desc' }],
      },
    ],
  });
  await world.layOut('Firm', {
    related: [
      { label: '投资方', objectApiName: 'Fund', through: over(['firm'], INVESTORS) },
      { label: '相似企业', objectApiName: 'Firm', similarBy: ['industry', 'words'] },
      { label: '友商', objectApiName: 'Fund', of: 'friends' },
    ],
  });
});
afterAll(() => world.app.close());

const ask = (object: string, name: string, related: number, more: object = {}, who: Who = 'founder') =>
  world.app.post<RelatedReply>(who, '/api/metadata/data/getRelatedList', {
    objectApiName: object,
    id: id(name),
    related,
    ...more,
  });
const rowsOf = ({ data }: Answer<RelatedReply>) =>
  data.list.map((row) => [row['name'] ?? row['title'], data.relations[row.id] ?? {}]);

describe('records reached over others', () => {
  it('are the companies of an institution’s deals, each once, with how often and how lately', async () => {
    const answer = await ask('Fund', '甲基金', 0);
    expect(rowsOf(answer)).toEqual([
      ['语音', { count: 1, latest: '2025-02' }],
      ['视觉', { count: 2, latest: '2024' }],
    ]);
    expect(answer.data).toMatchObject({ total: 2, totalIsExact: true, after: null });
    expect(answer.data.list[0]).toMatchObject({ industry: '智能语音' });
  });

  it('are the institutions that shared deals with this one, the closest first and without itself', async () => {
    expect(rowsOf(await ask('Fund', '甲基金', 1))).toEqual([
      ['乙基金', { count: 2, latest: '2025-02' }],
      ['丙基金', { count: 1, latest: '2024' }],
    ]);
    expect(rowsOf(await ask('Fund', '丁基金', 1))).toEqual([]);
  });

  it('are the investors of a company', async () => {
    expect(rowsOf(await ask('Firm', '视觉', 0))).toEqual([
      ['甲基金', { count: 2, latest: '2024' }],
      ['丙基金', { count: 1, latest: '2024' }],
      ['乙基金', { count: 1, latest: '2023-05-06' }],
    ]);
  });

  it('come page by page, and in another order when a person asks', async () => {
    const first = await ask('Firm', '视觉', 0, { pageSize: 2 });
    expect(rowsOf(first).map(([name]) => name)).toEqual(['甲基金', '丙基金']);
    expect(first.data.total).toBe(3);
    const second = await ask('Firm', '视觉', 0, { pageSize: 2, after: first.data.after });
    expect(rowsOf(second).map(([name]) => name)).toEqual(['乙基金']);
    expect(second.data.after).toBeNull();
    const sorted = await ask('Firm', '视觉', 0, { sort: [{ field: 'name', order: 'asc' }] });
    expect(rowsOf(sorted).map(([name]) => name)).toEqual(['丙基金', '乙基金', '甲基金']);
    expect(await ask('Firm', '视觉', 0, { after: 'x'.repeat(40) })).toMatchObject({ status: 400 });
    expect(await ask('Firm', '视觉', 0, { sort: [{ field: 'never', order: 'asc' }] })).toMatchObject({ status: 400 });
  });
});

describe('records alike', () => {
  it('share the most first, and say what they share', async () => {
    expect(rowsOf(await ask('Firm', '视觉', 1))).toEqual([
      ['看图', { shared: { industry: '计算机视觉', words: ['摄像头', '芯片'] } }],
      ['语音', { shared: { industry: '人工智能', words: ['芯片'] } }],
      ['客服', { shared: { words: ['摄像头'] } }],
    ]);
  });

  it('come page by page in an order of their own', async () => {
    const first = await ask('Firm', '视觉', 1, { pageSize: 1 });
    expect(first.data.total).toBe(3);
    const second = await ask('Firm', '视觉', 1, { pageSize: 1, after: first.data.after });
    expect(rowsOf(second).map(([name]) => name)).toEqual(['语音']);
    const sorted = await ask('Firm', '视觉', 1, { sort: [{ field: 'name', order: 'asc' }] });
    expect(sorted).toMatchObject({ status: 400, problems: [{ field: 'sort' }] });
  });
});

it('what a record names itself is listed in its own order', async () => {
  expect(rowsOf(await ask('Firm', '视觉', 2))).toEqual([
    ['丙基金', {}],
    ['甲基金', {}],
  ]);
  expect(rowsOf(await ask('Firm', '语音', 2))).toEqual([]);
});

it('records that point here are ordered as a person asks', async () => {
  const titles = async (order: 'asc' | 'desc') =>
    rowsOf(await ask('Fund', '甲基金', 2, { sort: [{ field: 'on', order }] })).map(([title]) => title);
  expect(await titles('asc')).toEqual(['视觉2023-05-06', '视觉2024', '语音2025-02']);
  expect(await titles('desc')).toEqual(['语音2025-02', '视觉2024', '视觉2023-05-06']);
});

describe('what is closed to a person', () => {
  const close = async (object: string, field: string) => {
    const saved = savedDefinition(world.app, object);
    const fields = saved.fields.map((each) =>
      each.apiName === field ? { ...each, config: { ...each.config, visibleTo: ['svip'] } } : each,
    );
    made(await saveDefinition(world.app, { ...saved, fields }));
  };

  it('is no way to other records, no date and no likeness', async () => {
    await close('Deal', 'on');
    expect(rowsOf(await ask('Firm', '视觉', 0))).toEqual([
      ['甲基金', { count: 2 }],
      ['丙基金', { count: 1 }],
      ['乙基金', { count: 1 }],
    ]);
    await close('Deal', 'follows');
    expect(rowsOf(await ask('Firm', '视觉', 0))).toEqual([['甲基金', { count: 2 }]]);
    expect(rowsOf(await ask('Firm', '视觉', 0, {}, 'svip'))).toHaveLength(3);
    await close('Firm', 'words');
    const alike = await ask('Firm', '视觉', 1);
    expect(rowsOf(alike).map(([name]) => name)).toEqual(['看图', '语音']);
    expect(JSON.stringify(alike.data.relations)).not.toContain('芯片');
    await close('Firm', 'friends');
    expect(rowsOf(await ask('Firm', '视觉', 2))).toEqual([]);
  });

  it('as a whole list is refused as that list refuses it', async () => {
    const saved = savedDefinition(world.app, 'Deal');
    made(await saveDefinition(world.app, { ...saved, access: { ...saved.access, list: 'svip' } }));
    expect(await ask('Fund', '甲基金', 0)).toMatchObject({ status: 403 });
    expect(await ask('Fund', '甲基金', 0, {}, 'svip')).toMatchObject({ code: 0 });
  });

  it('because each person lists only his own records leads only over his own', async () => {
    const saved = savedDefinition(world.app, 'Deal');
    made(await saveDefinition(world.app, { ...saved, access: { ...saved.access, list: 'owner', detail: 'owner' } }));
    await world.create('Deal', { title: '自己的', firm: { id: id('旁人') }, leads: to(id('丁基金')) }, 'svip');
    expect(rowsOf(await ask('Fund', '丁基金', 0, {}, 'svip'))).toEqual([['旁人', { count: 1 }]]);
    expect(rowsOf(await ask('Fund', '甲基金', 0, {}, 'svip'))).toEqual([]);
    expect(rowsOf(await ask('Fund', '甲基金', 0, {}, 'staff'))).toHaveLength(2);
  });
});

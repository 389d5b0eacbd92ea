import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlocksReply } from '#schemas/api/details.ts';
import type { Who } from '#tests/support/app/test-app.ts';
import { openDealWorld, to, type DealWorld } from '#tests/support/records/deal-world.ts';

let world: DealWorld;
let fund = '';
beforeAll(async () => {
  world = await openDealWorld();
  fund = await world.create('Fund', { name: '甲基金' });
  for (const on of ['2023', '2024-05-06', '2025-01'])
    await world.create('Deal', { title: `交易${on}`, on, stage: '早期', leads: to(fund) });
  const deals = { objectApiName: 'Deal', fields: ['leads'] };
  const years = { kind: 'bar' as const, ...deals, groupBy: { field: 'on' } };
  await world.layOut('Fund', {
    related: [
      {
        label: '交易',
        ...deals,
        columns: ['title'],
        sort: [{ field: 'on', order: 'desc' }],
        view: { kind: 'timeline', date: 'on', badge: 'stage' },
      },
      { label: '会员可见', ...deals, audience: 'svip' },
    ],
    charts: [
      { label: '历年', ...years },
      { label: '会员图', ...years, audience: 'svip' },
    ],
  });
});
afterAll(() => world.app.close());

const ask = async (who: Who, more: object = {}) => {
  const body = { objectApiName: 'Fund', id: fund, related: [{ related: 0 }, { related: 1 }], charts: [0, 1], ...more };
  return world.app.post<BlocksReply>(who, '/api/metadata/data/getDetailBlocks', body);
};

it('the lists and charts of a page come with one request, each as it would come by itself', async () => {
  const { data } = await ask('svip');
  const alone = await world.app.post('svip', '/api/metadata/data/getRelatedList', {
    objectApiName: 'Fund',
    id: fund,
    related: 0,
  });
  expect(data.related[0]?.page).toEqual(alone.data);
  expect(data.related[1]?.page?.total).toBe(3);
  expect(data.charts.map(({ chart }) => chart?.sampleSize)).toEqual([3, 3]);
});

it('a list is read with what its looks are made of, beside its columns', async () => {
  const { data } = await ask('svip');
  expect(data.related[0]?.page?.list[0]).toMatchObject({ title: '交易2025-01', on: '2025-01', stage: '早期' });
});

it('what is for members alone is not sent to others, is refused by name, and leaves the rest as it is', async () => {
  const reply = await ask('member');
  const [open, closed] = reply.data.related;
  expect(open?.page?.total).toBe(3);
  expect(closed).toEqual({ refused: { code: 400000003, message: '开通SVIP后即可查看完整信息' } });
  expect(reply.data.charts[1]).toEqual({ refused: { code: 400000003, message: '开通SVIP后即可查看完整信息' } });
  const body = { objectApiName: 'Fund', id: fund };
  expect((await world.app.post('member', '/api/metadata/data/getRelatedList', { ...body, related: 1 })).code).toBe(
    400000003,
  );
  expect((await world.app.post('member', '/api/metadata/data/getChart', { ...body, chart: 1 })).code).toBe(400000003);
});

it('a place that is not there is said of it alone; a record that is not there, of all', async () => {
  const { data } = await ask('svip', { related: [{ related: 0 }, { related: 9 }] });
  expect(data.related[0]?.page?.total).toBe(3);
  expect(data.related[1]?.refused?.message).toBe('没有第 9 个关联列表');
  expect((await ask('svip', { id: '999999' })).status).toBe(404);
});

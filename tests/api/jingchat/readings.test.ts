import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';

const SVIP: Actor = { id: '1', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
beforeAll(async () => {
  ({ store, assistant } = await openSampleAssistant());
});
afterAll(() => store.drop());

const read = (question: string) => assistant.read(question, SVIP);
async function planOf(question: string): Promise<Plan> {
  const reading = await read(question);
  if (reading.kind !== 'answer') throw new Error(`“${question}” came to ${JSON.stringify(reading)}`);
  return reading.plan;
}

describe('a trend', () => {
  test.each([
    ['近三年医疗健康融资金额趋势', 'year', 'sum'],
    ['今年融资事件数量走势', 'month', 'count'],
    ['2024年至2025年融资事件数量的变化趋势', 'quarter', 'count'],
  ])('is by periods that show something of the time asked for: %s', async (question, unit, fn) => {
    expect(await planOf(question)).toMatchObject({
      object: 'InsightTransaction',
      group: { by: 'fundedOn', unit },
      measures: [{ fn }],
    });
  });

  test('of what is to come is declined', async () => {
    expect(await read('未来三年的融资趋势')).toMatchObject({ kind: 'decline', topic: 'forecast' });
  });
});

test.each([
  ['每季度融资事件数量', 'quarter'],
  ['按月统计今年的融资事件', 'month'],
])('periods have their words: %s', async (question, unit) => {
  expect((await planOf(question)).group).toEqual({ by: 'fundedOn', unit });
});

test('two periods side by side are the later beside the earlier, and never both at once', async () => {
  for (const question of ['今年与去年融资金额对比', '去年和今年融资金额对比']) {
    const { growth, measures, group } = await planOf(question);
    expect(measures).toEqual([{ fn: 'sum', field: 'amount' }]);
    expect(group).toBeUndefined();
    expect(growth?.spans).toMatchObject([{ from: '2026-01-01', before: { from: '2025-01-01' } }]);
  }
  expect((await read('2023年2025年的融资事件')).kind).not.toBe('answer');
});

test('a year ahead of a number is not the year in which a record began', async () => {
  for (const question of ['近一年投资次数最多的10家机构', '2025年退出数量最多的机构']) {
    const reading = await read(question);
    expect(JSON.stringify(reading)).not.toContain('foundedOn');
    expect(reading.kind).not.toBe('answer');
  }
  expect(await planOf('2025年成立的机构')).toMatchObject({ filter: { field: 'foundedOn' } });
});

test('an amount of money is no number of records', async () => {
  expect(JSON.stringify(await read('今年融资超过1亿美元的企业'))).not.toContain('"having"');
  expect(await planOf('融资超过3次的企业有多少家')).toMatchObject({ object: 'InsightCompany' });
});

test('more is most where a question asks which', async () => {
  expect(await planOf('哪个行业的企业多')).toMatchObject({
    group: { by: 'industry' },
    sort: [{ measure: 0, order: 'desc' }],
    limit: 1,
  });
  expect((await read('融资事件多')).kind).not.toBe('answer');
});

test('what is said of each of two values holds for both', async () => {
  for (const question of ['哪些机构既投人工智能又投机器人', '投人工智能也投机器人的机构'])
    expect(await planOf(question)).toMatchObject({
      filter: { op: 'containsAll', value: ['人工智能', '机器人'] },
    });
});

test('of two objects with one name the one that others link to is meant', async () => {
  const staff: Actor = { id: '1', name: '', roles: ['staff'], duties: DUTIES, vipType: 3 };
  expect(await assistant.read('没有简介的企业有多少家', staff)).toMatchObject({
    kind: 'answer',
    plan: { object: 'InsightCompany' },
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Composer } from '#server/features/jingchat/composer.ts';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Days, Plan } from '#shared/assistant/plan.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';

const SVIP: Actor = { id: '1', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
let composer: Composer;
beforeAll(async () => {
  const opened = await openSampleAssistant();
  ({ store, assistant } = opened);
  composer = new Composer(opened.services, assistant);
});
afterAll(() => store.drop());

async function groupsOf(question: string) {
  const { reading, result } = await assistant.ask(question, SVIP);
  if (reading.kind !== 'answer' || result?.kind !== 'figures') throw new Error(`“${question}” comes to no groups`);
  return { plan: reading.plan, assumptions: reading.assumptions, rows: result.rows, result };
}
const numbersOf = (rows: Awaited<ReturnType<typeof groupsOf>>['rows'], at: number) =>
  rows.flatMap(({ values }) => (values[at] === null || values[at] === undefined ? [] : [Number(values[at])]));

describe('growth of groups', () => {
  test('says of each group both numbers, as they are counted on their own, and the change', async () => {
    const { plan, rows } = await groupsOf('各行业2025年交易事件同比');
    const [span] = plan.growth?.spans ?? [];
    expect(span).toEqual({ from: '2025-01-01', to: '2025-12-31', before: { from: '2024-01-01', to: '2024-12-31' } });
    const own = partsOf(plan.filter).filter((part) => !('or' in part));
    const counted = async ({ from, to }: Days) => {
      const within = { field: 'fundedOn', op: 'between' as const, value: [from, to] };
      const alone: Plan = { object: plan.object, filter: { and: [...own, within] }, group: { by: 'industry' } };
      const result = await assistant.run({ ...alone, measures: [{ fn: 'count' }] }, SVIP);
      return new Map(result.kind === 'figures' ? result.rows.map(({ key, values }) => [key, values[0]]) : []);
    };
    if (!span) throw new Error('no period is compared');
    const [now, then] = [await counted(span), await counted(span.before)];
    expect(rows.length).toBe(new Set([...now.keys(), ...then.keys()]).size);
    for (const {
      key,
      values: [value, before, change, rate],
    } of rows) {
      expect([value, before]).toEqual([now.get(key) ?? '0', then.get(key) ?? '0']);
      expect(Number(change)).toBe(Number(value) - Number(before));
      expect(rate === null).toBe(Number(before) === 0);
    }
  });

  test('orders them by the number of the later period where nothing else is said', async () => {
    const numbers = numbersOf((await groupsOf('各行业2025年交易事件同比')).rows, 0);
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  });

  test.each([
    ['各行业2025年交易事件同比，按增幅排序', 3, -1],
    ['各行业2025年交易事件同比，按增长从低到高排列', 2, 1],
  ])('orders them as it is asked to: %s', async (question, at, sign) => {
    const numbers = numbersOf((await groupsOf(question)).rows, at);
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers).toEqual(numbers.toSorted((one, other) => sign * (one - other)));
  });

  test('finds the group that has grown fastest among all of them', async () => {
    const all = await groupsOf('各行业2025年交易事件同比');
    const { rows, result } = await groupsOf('2025年哪个行业的交易事件增长最快');
    expect(result.groups).toBe(all.rows.length);
    expect(rows).toHaveLength(1);
    expect(numbersOf(rows, 3)[0]).toBe(Math.max(...numbersOf(all.rows, 3)));
  });

  test.each([
    ['2025年融资事件增长最多的前五个行业', 'change', 5],
    ['2025年交易事件降幅最大的三个地区', 'rate', 3],
    ['2025年交易事件融资金额增长最快的前五个行业', 'rate', 5],
  ])('keeps as many as are asked for: %s', async (question, by, limit) => {
    const { plan, rows } = await groupsOf(question);
    expect(plan).toMatchObject({ growth: { order: { by } }, limit });
    expect(rows).toHaveLength(limit);
  });

  test('says that it compares this year with the last where no period is named', async () => {
    const { assumptions } = await groupsOf('哪个行业的交易事件增长最快');
    expect(assumptions).toEqual(['“增长最快”按增幅排序', '没有说与何时比较，按上年同期比较', '没有说时间，按今年比较']);
  });

  test('is asked about where several objects have such groups', async () => {
    const reading = await assistant.read('各行业今年同比', SVIP);
    expect(reading).toMatchObject({ kind: 'ask' });
    expect(reading.kind === 'ask' && reading.choices.every(({ plan }) => plan.growth && plan.group)).toBe(true);
  });

  test('names both periods in its sentence, and is drawn as two series', async () => {
    const { plan, result } = await groupsOf('各行业2025年交易事件同比，按增幅排序');
    const { content } = await composer.compose(plan, result, SVIP);
    if (content.kind !== 'groups') throw new Error('the answer has no groups');
    expect(content.sentence).toContain('2025年 与 2024年 比较');
    expect(content.measures).toEqual(['2025年 数量', '2024年 数量', '变化', '增幅']);
    expect(content.rows[0]?.texts[3]).toMatch(/^\+[\d.]+%$/u);
    expect(content.chart?.chart.compared).toBe(true);
    expect(content.chart?.chart.series.map(({ label }) => label)).toEqual(['2025年', '2024年']);
  });

  test('of several years one by one is not answered', async () => {
    const reading = await assistant.read('各行业近三年交易事件逐年增长', SVIP);
    expect(reading.kind).toBe('partly');
  });
});

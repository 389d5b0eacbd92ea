import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedOptionSets } from '#server/core/catalog/shipped.ts';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';

const SVIP: Actor = { id: '1', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
let roots: readonly string[];
beforeAll(async () => {
  ({ store, assistant } = await openSampleAssistant());
  const options = shippedOptionSets().find(({ name }) => name === 'industry')?.options ?? [];
  roots = options.flatMap(({ value, parent }) => (parent === undefined ? [value] : []));
});
afterAll(() => store.drop());

async function groupsOf(question: string) {
  const { reading, result } = await assistant.ask(question, SVIP);
  if (reading.kind !== 'answer' || result?.kind !== 'figures') throw new Error(`“${question}” comes to no groups`);
  return { plan: reading.plan, rows: result.rows };
}
async function count(plan: Plan): Promise<string | null | undefined> {
  const result = await assistant.run({ ...plan, measures: [{ fn: 'count' }] }, SVIP);
  return result.kind === 'figures' ? result.rows[0]?.values[0] : undefined;
}

describe('records are grouped by a tree', () => {
  test('at its roots, each of which counts what is below it, so that no group is part of another', async () => {
    const { rows } = await groupsOf('企业按行业分布');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ key }) => roots.includes(key ?? ''))).toBe(true);
    for (const { key, values } of rows)
      expect(values[0]).toBe(
        await count({ object: 'InsightCompany', filter: { field: 'industry', op: 'under', value: [key] } }),
      );
  });

  test.each(['企业按细分行业分布', '企业按二级行业分布', '各细分行业的企业数量'])(
    'one level below its roots where that is asked for: %s',
    async (question) => {
      const { rows } = await groupsOf(question);
      const atRoot = rows.filter(({ key }) => roots.includes(key ?? ''));
      expect(rows.length).toBeGreaterThan(atRoot.length);
      expect(atRoot.every(({ label }) => label.endsWith('（未细分）'))).toBe(true);
    },
  );

  test.each(['人工智能企业按行业分布', '人工智能下的细分有多少企业', '人工智能企业按细分行业分布'])(
    'right below the branch that the question names: %s',
    async (question) => {
      const { plan, rows } = await groupsOf(question);
      expect(rows.map(({ label }) => label)).toContain('基础大模型');
      const sum = rows.reduce((total, { values: [value] }) => total + Number(value), 0);
      expect(String(sum)).toBe(await count({ object: plan.object, ...(plan.filter && { filter: plan.filter }) }));
    },
  );

  test('by the branches that it names, where those are several', async () => {
    const { rows } = await groupsOf('广东和上海各有多少家企业');
    expect(rows.map(({ label }) => label).toSorted()).toEqual(['上海', '广东']);
  });
});

test('a level of what is no tree is not passed over', async () => {
  const reading = await assistant.read('企业按二级状态分布', SVIP);
  expect(reading.kind === 'partly' && reading.unknown).toContain('二级');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Services } from '#server/services.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { treeOf } from '#generators/option-tree.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';
import { givenReader } from '#tests/support/assistant/read-alone.ts';
import { readGivenObjects } from '#server/commands/ask/given-objects.ts';

const SVIP: Actor = { id: '1', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let services: Services;
let assistant: Assistant;
beforeAll(async () => {
  ({ store, services, assistant } = await openSampleAssistant());
});
afterAll(() => store.drop());

const regions = () => services.catalog.optionSets.get('region')?.options ?? [];
const depthOf = (value: string | null) => treeOf(regions()).path(value ?? '').length;

async function groupsOf(question: string) {
  const { reading, result } = await assistant.ask(question, SVIP);
  if (reading.kind !== 'answer' || result?.kind !== 'figures') throw new Error(`“${question}” comes to no groups`);
  return { plan: reading.plan, rows: result.rows };
}

describe('records are grouped by the level of a tree that the question names', () => {
  test('by provinces, of which none is abroad', async () => {
    const { rows } = await groupsOf('企业按省份分布');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ key }) => depthOf(key) === 1)).toBe(true);
    expect(rows.map(({ label }) => label)).not.toContain('海外');
  });

  test('by cities, where what is a province and a city at once is one, and a province alone is said to be no more', async () => {
    const { rows } = await groupsOf('各城市融资数');
    const labels = rows.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['北京', '深圳']));
    expect(labels).not.toContain('美国');
    const onlyProvinces = rows.filter(({ key }) => depthOf(key) === 1).map(({ label }) => label);
    expect(
      onlyProvinces.filter((label) => !/^(北京|上海|天津|重庆|台湾|香港|澳门|.+（未细分）)$/u.test(label)),
    ).toEqual([]);
  });

  test('by the name that one branch has for what is below it', async () => {
    const { rows } = await groupsOf('各国家的企业数量');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every(({ key }) => treeOf(regions()).path(key ?? '')[0]?.value === '海外')).toBe(true);
  });

  test('and the city with the most records is a city', async () => {
    const { rows } = await groupsOf('哪个城市的企业最多');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.label).not.toContain('未细分');
  });
});

test('a level that several lists have is asked about, and not guessed', async () => {
  const reading = await assistant.read('哪个城市最多', SVIP);
  expect(reading.kind).toBe('ask');
});

test('a field that a choice narrows is never taken for the wider word', () => {
  const objects = [
    {
      apiName: 'Firm',
      label: '商行',
      fields: [
        { apiName: 'name', type: 'text', label: '名称' },
        { apiName: 'place', type: 'select', label: '地界', selectOptions: [{ value: 'out', label: '海外' }] },
        { apiName: 'town', type: 'text', label: '海外城市' },
      ],
    },
  ];
  const reader = givenReader('firms', readGivenObjects(JSON.stringify({ objects }), 'firms'));
  expect(reader.read('各城市的商行数量')).toMatchObject({ kind: 'partly', unknown: ['城市'] });
  expect(reader.read('各海外城市的商行数量')).toMatchObject({ plan: { group: { by: 'town' } } });
});

test('what staff call a level is understood in the next question', async () => {
  expect((await assistant.read('企业按地界市分布', SVIP)).kind).toBe('partly');
  const saved = services.catalog.optionSets.get('region');
  if (!saved) throw new Error('there are no regions');
  const { version, ...set } = saved;
  await services.metadata.saveOptionSet({ ...set, levels: [['省份'], ['城市', '地界市']] }, version, '1');
  const { plan } = await groupsOf('企业按地界市分布');
  expect(plan.group).toMatchObject({ by: 'region', level: 2, called: '城市' });
});

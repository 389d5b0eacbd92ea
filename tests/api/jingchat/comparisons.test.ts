import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';
import { GREENHOUSES } from '#tests/support/assistant/greenhouses.ts';
import { MEMBER, openReservoirs, STAFF } from '#tests/support/assistant/open-reservoirs.ts';

describe('a comparison of objects that are known by their definitions alone', () => {
  let world: Awaited<ReturnType<typeof openReservoirs>>;
  beforeAll(async () => {
    world = await openReservoirs(GREENHOUSES);
  });
  afterAll(() => world.store.drop());
  const read = (question: string, actor = MEMBER) => world.assistant.read(question, actor);
  const planOf = (reading: Reading): Plan => {
    if (reading.kind !== 'answer') throw new Error(`the question is read as ${JSON.stringify(reading)}`);
    return reading.plan;
  };
  const names = async (plan: Plan) => {
    const result = await world.assistant.run(plan, MEMBER);
    return result.kind === 'records' ? result.rows.map((row) => row['name']) : [];
  };
  const figures = async (plan: Plan) => {
    const result = await world.assistant.run(plan, MEMBER);
    return result.kind === 'figures' ? result.rows.map(({ label, values }) => [label, ...values.map(Number)]) : [];
  };

  test.each([
    '对比朝阳一号和朝阳二号',
    '朝阳一号与朝阳二号对比一下',
    '朝阳一号、朝阳二号有什么不同',
    '比较一下温室朝阳一号和朝阳二号',
  ])('“%s” puts the records side by side', async (question) => {
    const plan = planOf(await read(question));
    expect(plan).toEqual({ object: 'Greenhouse', records: [expect.any(String), expect.any(String)] });
    expect(await names(plan)).toEqual(['朝阳一号', '朝阳二号']);
  });

  test.each([
    ['朝阳一号和朝阳二号哪个占地面积大', 'desc'],
    ['朝阳二号和朝阳一号哪个面积小', 'asc'],
    ['朝阳一号和朝阳二号谁的建成日期更早', 'asc'],
  ] as const)('“%s” compares them by the field', async (question, order) => {
    const plan = planOf(await read(question));
    expect(plan).toMatchObject({
      object: 'Greenhouse',
      records: { length: 2 },
      select: { length: 1 },
      sort: [{ order }],
    });
  });

  test('of values of a field puts what is asked of each side by side', async () => {
    const plan = planOf(await read('比较延庆和密云的温室占地面积'));
    expect(plan).toMatchObject({ object: 'Greenhouse', measures: [{ fn: 'sum', field: 'area' }] });
    expect(await figures(plan)).toEqual([
      ['延庆', 16.5],
      ['密云', 30],
    ]);
    expect(await figures(planOf(await read('对比玻璃和薄膜的温室数量')))).toEqual([
      ['玻璃', 2],
      ['薄膜', 2],
    ]);
  });

  test('by a field that is closed to the asker is none', async () => {
    expect((await read('朝阳一号和朝阳二号哪个租金高')).kind).not.toBe('answer');
    expect(planOf(await read('朝阳一号和朝阳二号哪个租金高', STAFF)).select).toEqual(['rent']);
  });

  test('with a word without a meaning is none', async () => {
    expect((await read('对比朝阳一号和朝阳二号的饕餮')).kind).not.toBe('answer');
    expect((await read('比较延庆和密云的饕餮')).kind).not.toBe('answer');
  });
});

describe('an answer that compares', () => {
  let app: TestApp;
  let founder: SignedIn;
  beforeAll(async () => {
    ({ app, founder } = await openAsking());
  });
  afterAll(() => app.close());
  const ask = async (question: string) => (await askAs(app, founder, question)).answer;

  test('has a column for each record, says what differs, and leaves out what is empty in all', async () => {
    const content = contentOf(await ask('对比海马机器人和青禾机器人'), 'comparison');
    expect(content.rows.map((row) => row['name'])).toEqual(['海马机器人', '青禾机器人']);
    expect(content.differing).toContain('region');
    expect(content.differing).not.toContain('industry');
    for (const column of content.columns) expect(content.rows.some((row) => row[column] !== undefined)).toBe(true);
  });

  test('says which of the records has the most', async () => {
    const content = contentOf(await ask('海马机器人和青禾机器人哪个成立时间更早'), 'comparison');
    expect(content.sentence).toBe(
      '“海马机器人”的成立时间：2019-05-01；“青禾机器人”的成立时间：2026-02-01。“海马机器人”最早。',
    );
  });

  test('has the numbers of each group with the list of its records', async () => {
    const content = contentOf(await ask('比较北京和上海的企业数量'), 'groups');
    expect(content.rows.map(({ label, texts }) => [label, texts[0]?.replace(/\D/g, '')])).toEqual([
      ['北京', '2'],
      ['上海', '2'],
    ]);
    expect(content.rows.every(({ href }) => href?.startsWith('/data/InsightCompany?f='))).toBe(true);
    expect(content.sentence).toBe('企业按“所在地区”对比 2 组。');
  });
});

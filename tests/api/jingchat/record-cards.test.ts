import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { GREENHOUSES } from '#tests/support/assistant/greenhouses.ts';
import { MEMBER, openReservoirs, STAFF } from '#tests/support/assistant/open-reservoirs.ts';

let world: Awaited<ReturnType<typeof openReservoirs>>;
beforeAll(async () => {
  world = await openReservoirs(GREENHOUSES);
});
afterAll(() => world.store.drop());

const planOf = (reading: Reading): Plan => {
  if (reading.kind !== 'answer') throw new Error(`the question is read as ${JSON.stringify(reading)}`);
  return reading.plan;
};
const read = (question: string, before?: Plan, actor = MEMBER) => world.assistant.read(question, actor, before);
/** The records of a plan by their names. */
async function namesIn(plan: Plan, actor = MEMBER) {
  const result = await world.assistant.run(plan, actor);
  return result.kind === 'records' ? result.rows.map((row) => row['name']) : [];
}
const card = async (question: string, before?: Plan, actor = MEMBER) => {
  const plan = planOf(await read(question, before, actor));
  const result = await world.assistant.run(plan, actor);
  return { plan, fields: result.kind === 'records' ? result.fields : [], names: await namesIn(plan, actor) };
};

describe('a question about a record itself', () => {
  test.each([
    '朝阳一号',
    '介绍一下朝阳一号',
    '朝阳一号是做什么的',
    '请介绍下“朝阳一号”',
    '温室朝阳一号的基本情况',
    '朝阳一号这座温室',
  ])('“%s” is answered by its card', async (question) => {
    const { plan, names } = await card(question);
    expect(plan).toEqual({ object: 'Greenhouse', records: [expect.any(String)] });
    expect(names).toEqual(['朝阳一号']);
  });

  test('shows of the record what the asker may read, and no more', async () => {
    expect((await card('朝阳一号')).fields).not.toContain('rent');
    const result = await world.assistant.run({ ...(await card('朝阳一号')).plan, select: ['rent', 'area'] }, MEMBER);
    expect(result).toMatchObject({ fields: ['name', 'area'] });
    expect(JSON.stringify(result)).not.toContain('"7"');
    const { plan } = await card('朝阳一号', undefined, STAFF);
    expect(await world.assistant.run({ ...plan, select: ['rent'] }, STAFF)).toMatchObject({ fields: ['name', 'rent'] });
  });

  test('is asked back where several records are called so, each with what is its own', async () => {
    const reading = await read('介绍一下春晖棚');
    expect(reading).toMatchObject({ kind: 'ask', question: '“春晖棚”指哪一个？' });
    const choices = reading.kind === 'ask' ? reading.choices : [];
    expect(choices.map(({ label }) => label).toSorted()).toEqual(
      ['春晖棚（温室，延庆）', '春晖棚（温室，怀柔）'].toSorted(),
    );
    for (const { plan } of choices) expect(await namesIn(plan)).toEqual(['春晖棚']);
  });

  test('is asked back by names that are nearly said, and never answered by one of them', async () => {
    const reading = await read('介绍一下朝阳');
    expect(reading).toMatchObject({ kind: 'ask', question: '没有名称正好是“朝阳”的记录，是否指：' });
    expect(reading.kind === 'ask' && reading.choices.map(({ label }) => label).toSorted()).toEqual([
      '朝阳一号（温室）',
      '朝阳二号（温室）',
    ]);
  });

  test('that is not there says so', async () => {
    expect(await read('介绍一下饕餮')).toEqual({ kind: 'decline', reason: '没有名称含“饕餮”的记录' });
  });

  test('means what the metadata calls so where no record is asked for', async () => {
    expect(planOf(await read('玻璃温室')).records).toBeUndefined();
  });
});

describe('what goes on from a list or a card', () => {
  test('is the record of a place of the list', async () => {
    const list = planOf(await read('占地面积最大的3座温室'));
    const [, second] = await namesIn(list);
    expect((await card('第二个介绍一下', list)).names).toEqual([second]);
    expect((await card('介绍一下第二座', list)).names).toEqual([second]);
    expect((await read('介绍一下第九个', list)).kind).not.toBe('answer');
  });

  test.each(['占地面积呢', '占地面积是多少'])('“%s” asks of the record of the card', async (question) => {
    const before = planOf(await read('朝阳二号'));
    expect(planOf(await read(question, before))).toEqual({ ...before, select: ['area'] });
  });

  test('is another record where it names one, and the same one where it points at it', async () => {
    const before = planOf(await read('朝阳二号'));
    expect((await card('朝阳一号呢', before)).names).toEqual(['朝阳一号']);
    expect((await card('它是做什么的', before)).names).toEqual(['朝阳二号']);
  });
});

describe('a field of a record', () => {
  test('is read in both directions of a link', async () => {
    const crops = planOf(await read('朝阳一号的作物'));
    expect(new Set(await namesIn(crops))).toEqual(new Set(['樱桃番茄', '水果黄瓜']));
    const house = planOf(await read('彩椒的种植温室'));
    expect(await world.assistant.run(house, MEMBER)).toMatchObject({ rows: [{ greenhouse: { name: '朝阳二号' } }] });
  });

  test('that is closed to the asker is declined with the reason', async () => {
    expect(await read('朝阳一号的租金')).toMatchObject({ kind: 'decline', topic: 'closed' });
    expect(planOf(await read('朝阳一号的租金', undefined, STAFF)).select).toEqual(['rent']);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluateOne } from '#server/commands/ask/evaluate.ts';
import { MEMBER, openReservoirs, STAFF } from '#tests/support/assistant/open-reservoirs.ts';
import { RESERVOIR_QUESTIONS, RESERVOIRS } from '#tests/support/assistant/reservoirs.ts';

/** What the records hold, and what the options of their kinds are called. */
const VALUES = new Set([
  '大型',
  '中型',
  '不发电',
  ...Object.values(RESERVOIRS.records ?? {}).flatMap((rows) => rows.flatMap((row) => Object.values(row).map(String))),
]);

let world: Awaited<ReturnType<typeof openReservoirs>>;
beforeAll(async () => {
  world = await openReservoirs();
});
afterAll(() => world.store.drop());

const ask = async (question: string, actor = MEMBER) => (await world.assistant.ask(question, actor)).reading;

describe('objects that are known by their definitions alone', () => {
  test.each(RESERVOIR_QUESTIONS)('are asked about: $question', async (gold) => {
    const { verdict } = await evaluateOne(world.assistant, gold, MEMBER, world.definitionOf);
    expect(verdict).toBe(gold.declines === true ? 'declined' : 'right');
  });
});

describe('a question', () => {
  const answered = RESERVOIR_QUESTIONS.filter(({ declines }) => declines !== true);

  test.each(answered)('is another one, or none, without any value that it names: $question', async ({ question }) => {
    const reading = await ask(question);
    if (reading.kind !== 'answer') throw new Error(`“${question}” is not answered`);
    const values = reading.understood.filter(({ as }) => /\d/.test(as) || VALUES.has(as));
    for (const { from, to } of values) {
      const without = await ask(question.slice(0, from) + question.slice(to));
      expect(without.kind === 'answer' && without.plan).not.toEqual(reading.plan);
    }
  });

  test.each(answered)('with an unknown word is not answered: $question', async ({ question }) => {
    for (const strange of [`饕餮${question}`, `${question}饕餮`]) {
      const reading = await ask(strange);
      expect(reading).toMatchObject({ kind: 'partly', unknown: ['饕餮'] });
    }
  });

  test.each(answered)('means the same in full width and with 请问 before it: $question', async ({ question }) => {
    const reading = await ask(question);
    const wide = question.replace(/[0-9]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0));
    for (const other of [`请问${question}`, wide, `${question}？`]) {
      const same = await ask(other);
      expect(same.kind === 'answer' && same.plan).toEqual(reading.kind === 'answer' && reading.plan);
    }
  });
});

describe('a field that is closed to the asker', () => {
  test('is declined with the reason where this user asks for it', async () => {
    expect(await ask('养护经费最高的水库')).toMatchObject({ kind: 'decline', topic: 'closed' });
    expect(await ask('养护经费最高的水库', STAFF)).toMatchObject({
      kind: 'answer',
      plan: { sort: [{ field: 'budget', order: 'desc' }], limit: 1 },
    });
  });

  test('is not read by a plan that names it all the same', async () => {
    const plan = { object: 'Reservoir', measures: [{ fn: 'max' as const, field: 'budget' }] };
    await expect(world.assistant.run(plan, MEMBER)).rejects.toThrow('没有字段');
    await expect(
      world.assistant.run({ object: 'Reservoir', filter: { field: 'budget', op: 'gt', value: '1' } }, MEMBER),
    ).rejects.toThrow('没有字段');
    const listed = await world.assistant.run({ object: 'Reservoir', select: ['budget'] }, MEMBER);
    expect(listed.kind === 'records' && listed.rows.every((row) => row['budget'] === undefined)).toBe(true);
  });

  test('is no condition on the records that a link names either', async () => {
    const linked = [
      { object: 'Reservoir', fields: ['reservoir'], filter: { field: 'budget', op: 'gt' as const, value: '1' } },
    ];
    await expect(world.assistant.run({ object: 'Station', linked }, MEMBER)).rejects.toThrow('没有字段');
    await expect(world.assistant.run({ object: 'Station', linked }, STAFF)).resolves.toMatchObject({ total: 5 });
  });
});

describe('records that a link names', () => {
  test('narrow the records that are asked about', async () => {
    const { reading, result } = await world.assistant.ask('北京的水库的监测站', MEMBER);
    expect(reading).toMatchObject({ kind: 'answer', plan: { object: 'Station', linked: [{ object: 'Reservoir' }] } });
    expect(result?.kind === 'records' && result.rows.map((row) => String(row['name'])).toSorted()).toEqual([
      '潮河站',
      '白河站',
    ]);
  });

  test('are none where no record is as the question says', async () => {
    const linked = [
      { object: 'Reservoir', fields: ['reservoir'], filter: { field: 'height', op: 'gt' as const, value: '999' } },
    ];
    await expect(world.assistant.run({ object: 'Station', linked }, MEMBER)).resolves.toMatchObject({ total: 0 });
  });

  test('are read no further than a limit', async () => {
    const object = world.services.catalog.object('Reservoir');
    const scope = { readable: () => true, rowsOf: () => undefined, today: '2026-11-24' };
    expect((await world.services.reader.ids(object, {}, scope, 2)).size).toBe(2);
    expect((await world.services.reader.ids(object, {}, scope)).size).toBe(9);
  });
});

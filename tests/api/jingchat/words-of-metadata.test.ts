import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '#shared/assistant/plan.ts';
import { GREENHOUSES } from '#tests/support/assistant/greenhouses.ts';
import { MEMBER, openReservoirs } from '#tests/support/assistant/open-reservoirs.ts';

let world: Awaited<ReturnType<typeof openReservoirs>>;
beforeAll(async () => {
  world = await openReservoirs(GREENHOUSES);
});
afterAll(() => world.store.drop());

const read = (question: string, before?: Plan) => world.assistant.read(question, MEMBER, before);

describe('a question about the meaning of a word', () => {
  test.each([
    ['什么是温室', '“温室”：用来种植作物的玻璃或薄膜棚。', { object: 'Greenhouse' }],
    ['覆盖材料是什么意思？', '“覆盖材料”是温室的一项信息：棚顶用什么材料，决定透光与保温。', { object: 'Greenhouse' }],
    [
      '什么是“薄膜”',
      '“薄膜”是温室“覆盖材料”的一个选项，排在“玻璃”之后。',
      { object: 'Greenhouse', filter: { field: 'cover', op: 'eq', value: 'f' } },
    ],
  ])('%s is explained by the metadata', async (question, sentence, plan) => {
    expect(await read(question)).toEqual({ kind: 'explain', sentence, plan });
  });

  test('is no question for the field that the asker may not read', async () => {
    expect((await read('租金是什么意思')).kind).not.toBe('explain');
  });

  test('is not answered by records where the metadata does not have the word', async () => {
    expect((await read('什么是饕餮')).kind).not.toBe('answer');
  });
});

describe('a question that points at a record', () => {
  const cardOf = async (name: string): Promise<Plan> => {
    const reading = await read(name);
    if (reading.kind !== 'answer') throw new Error(`${name} is read as ${reading.kind}`);
    return reading.plan;
  };

  test.each(['它的作物', '这座温室的作物', '其作物'])(
    '“%s” asks what the same question with its name asks',
    async (question) => {
      const named = await read('朝阳一号的作物');
      expect(named.kind).toBe('answer');
      expect(await read(question, await cardOf('朝阳一号'))).toEqual(named);
    },
  );

  test.each(['它的作物', '这座温室的作物'])(
    '“%s” is answered of no record where none was asked about',
    async (question) => {
      expect(await read(question)).toMatchObject({ kind: 'decline' });
      expect(await read(question, { object: 'Greenhouse' })).toMatchObject({ kind: 'decline' });
    },
  );
});

import { describe, expect, test } from 'vitest';
import type { Plan } from '#shared/assistant/plan.ts';
import { understand } from '#shared/assistant/understand.ts';
import { vocabularyOf } from '#shared/assistant/vocabulary.ts';
import { RESERVOIRS } from '#tests/support/assistant/reservoirs.ts';
import { wholeObject } from '#server/commands/ask/given-objects.ts';

const [reservoir] = RESERVOIRS.objects.map(wholeObject);
if (!reservoir) throw new Error('there is no object to ask about');
const { apiName, label, nameField, fields } = reservoir;
const vocabulary = vocabularyOf([{ apiName, label, nameField, fields, listed: [] }]);
const PROVINCES = ['北京', '浙江', '湖北'].map((value) => ({
  text: value,
  object: 'Reservoir',
  field: 'province',
  value,
}));

const read = (question: string, before?: Plan) => {
  const reading = understand(question, vocabulary, PROVINCES, '2026-11-24', before);
  if (reading.kind !== 'answer') throw new Error(`“${question}” is ${reading.kind}`);
  return reading;
};
const inProvince = (value: string) => ({ field: 'province', op: 'eq', value });

describe('a question that goes on from the one before', () => {
  const before = read('北京的大型水库有多少座').plan;

  test('puts another value in the place of the one of the same field', () => {
    expect(read('那浙江呢', before).plan).toEqual({
      ...before,
      filter: { and: [{ field: 'kind', op: 'eq', value: 'a' }, inProvince('浙江')] },
    });
  });

  test('adds a condition on another field', () => {
    expect(read('其中发电的', before).plan.filter).toEqual({
      and: [inProvince('北京'), { field: 'kind', op: 'eq', value: 'a' }, { field: 'isPower', op: 'eq', value: true }],
    });
  });

  test('asks for another number of the same records', () => {
    expect(read('平均坝高呢', before).plan).toEqual({ ...before, measures: [{ fn: 'avg', field: 'height' }] });
  });

  test('puts the same records into groups', () => {
    expect(read('按河流分组呢', before).plan).toMatchObject({ filter: before.filter, group: { by: 'river' } });
  });

  test('says that it was taken so', () => {
    expect(read('那浙江呢', before).assumptions).toContain('接着上一个问题，保留其余条件');
  });

  test('is a new one where it says all of it itself', () => {
    expect(read('湖北的水库', before).plan).toEqual({ object: 'Reservoir', filter: inProvince('湖北') });
  });

  test('is a new one where it names what it is about, though two kinds of records are called so', () => {
    const both = vocabularyOf(
      ['Reservoir', 'Dam'].map((name) => ({ apiName: name, label, nameField, fields, listed: [] })),
    );
    const values = PROVINCES.flatMap((value) => [value, { ...value, object: 'Dam' }]);
    expect(understand('湖北的水库', both, values, '2026-11-24', before).kind).toBe('ask');
    expect(understand('那湖北呢', both, values, '2026-11-24', before).kind).toBe('answer');
  });

  test('is not answered where it has a word that is unknown', () => {
    expect(understand('那饕餮呢', vocabulary, PROVINCES, '2026-11-24', before).kind).not.toBe('answer');
  });
});

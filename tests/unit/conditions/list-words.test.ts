import { expect, it } from 'vitest';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';

const words = (names: ReadonlyMap<string, string>) =>
  conditionWords({ not: { inList: '7' } }, { fields: [], listNames: names }, (value) => value);

it('says the name of a list where it is known', () => {
  expect(words(new Map([['7', '我的关注']]))).toBe('非（在清单“我的关注”中）');
  expect(words(new Map())).toBe('非（在指定的清单中）');
});

it('takes a list only where a user asks, alone in its node, by an id', () => {
  const fault = (lists: boolean, input: unknown) => {
    try {
      return parseCondition({ fields: [], lists }, input);
    } catch (error) {
      return error instanceof ConditionFault && error.path;
    }
  };
  expect(fault(true, { inList: '7' })).toEqual({ inList: '7' });
  expect(fault(false, { inList: '7' })).toBe('filter.inList');
  expect(fault(true, { not: { inList: 7 } })).toBe('filter.not.inList');
  expect(fault(true, { inList: '7', field: 'name' })).toBe('filter');
});

it('is not decided from the values of a record', () => {
  expect(() => compilePredicate({ fields: [] }, { inList: '7' }, { today: '2026-01-01' })).toThrow(/only the server/);
});

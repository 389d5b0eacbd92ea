import { expect, test } from 'vitest';
import { FUNCTION_GUIDE } from '#shared/rules/function-guide.ts';
import { FUNCTIONS } from '#shared/rules/functions.ts';
import { answer } from '#tests/support/rules/rule-runner.ts';

const CNY = { num: '1', currency: 'CNY' } as const;
const VALUES = { name: '鲸图', way: 'a_times', amount: CNY, paid: CNY };

test.each(FUNCTION_GUIDE.map((guide) => [guide.example, guide.gives] as const))('%s gives %s', (example, gives) => {
  expect(String(answer(example, VALUES))).toBe(gives);
});

test('every function of the language is in the list', () => {
  const named = new Set(FUNCTION_GUIDE.map(({ name }) => name));
  expect(Object.keys(FUNCTIONS).filter((name) => !named.has(name))).toEqual([]);
});

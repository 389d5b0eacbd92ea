import { expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { brokenRules } from '#client/features/metadata/draft/definition-index.ts';
import { newObject } from '#tests/support/editing.ts';

const required = (id: string, rule: string, target = 'city'): Rule => ({ id, kind: 'required', target, rule });
const GOOD = required('good', 'has(self.name)');
const BAD = required('bad', 'has(self.');

const company: ObjectDefinition = {
  ...newObject('Company', [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'city', type: 'text', label: '城市' },
  ]),
  rules: [required('aimless', 'has(self.name)', 'gone'), GOOD, BAD],
};
const broken = (object: ObjectDefinition) => [...brokenRules(object).keys()].map(({ id }) => id);

test('a rule is broken as long as its text is, and no other rule is for its sake', () => {
  expect(broken(company)).toEqual(['bad']);
  expect(broken({ ...company, rules: [GOOD, { ...BAD, rule: 'has(self.city)' }] })).toEqual([]);
  expect(broken({ ...company, rules: [{ ...GOOD, rule: '1 + 1' }, BAD] })).toEqual(['good', 'bad']);
  expect(broken(company)).toEqual(['bad']);
});

test('rules that are called the same while one is renamed are kept apart', () => {
  const same = { ...BAD, id: GOOD.id };
  const refused = brokenRules({ ...company, rules: [same, GOOD] });
  expect([refused.has(same), refused.has(GOOD)]).toEqual([true, false]);
});

test('a rule breaks when a field that it reads is taken away, and is good again with it', () => {
  const without = { ...company, fields: company.fields.filter(({ apiName }) => apiName !== 'name') };
  expect(broken(without)).toEqual(['good', 'bad']);
  expect(broken(company)).toEqual(['bad']);
});

import { expect, test } from 'vitest';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { resolveOptions } from '#generators/options.ts';
import { options, sampleObject } from '#tests/support/metadata/sample-object.ts';

const set = (name: string, ...values: string[]): [string, OptionSet] => [
  name,
  { name, label: name, kind: 'list', options: options(...values) },
];
const sets = new Map([set('round', 'A轮'), set('band', '数百万')]);

test('a field takes its options from the set it names, an amount its bands', () => {
  const object = sampleObject([
    { apiName: 'round', type: 'select', label: '轮次', config: { optionSet: 'round' } },
    { apiName: 'amount', type: 'currency', label: '金额', config: { bandOptionSet: 'band' } },
  ]);
  const [round, amount] = resolveOptions(object, sets).fields;
  expect(round?.selectOptions).toEqual(options('A轮'));
  expect(amount?.selectOptions).toEqual(options('数百万'));
});

test('a field with options of its own or an unknown set stays as it is, and so does the object given', () => {
  const object = sampleObject([
    { apiName: 'own', type: 'select', label: '自有', selectOptions: options('甲') },
    { apiName: 'lost', type: 'select', label: '缺失', config: { optionSet: 'none' } },
    { apiName: 'round', type: 'select', label: '轮次', config: { optionSet: 'round' } },
  ]);
  const before = structuredClone(object);
  const [own, lost] = resolveOptions(object, sets).fields;
  expect([own?.selectOptions, lost?.selectOptions]).toEqual([options('甲'), undefined]);
  expect(object).toEqual(before);
});

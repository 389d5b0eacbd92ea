import { expect, test } from 'vitest';
import { freshRule, ruleNames, titleIn } from '#client/features/metadata/rules/rule-names.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

test('rules in words call options as the store of the editor calls them, and a set on its way by its values', () => {
  const own = {
    apiName: 'kind',
    type: 'select',
    label: '类型',
    selectOptions: [{ value: 'a', label: '甲类' }],
  } as const;
  const shared = { apiName: 'round', type: 'select', label: '轮次', config: { optionSet: 'round' } } as const;
  const names = ruleNames(
    sampleObject([{ apiName: 'name', type: 'text', label: '名称' }]),
    new LookupStore(new FakeApi()),
  );
  expect(names.option('a', { ...own, selectOptions: [...own.selectOptions] })).toBe('甲类');
  expect(names.option('b', shared)).toBe('b');
});

test('a rule is called by what it does and the label of its field, by the name where the field is gone', () => {
  const object = sampleObject([{ apiName: 'city', type: 'text', label: '城市' }]);
  expect(titleIn(freshRule('rule-1', 'city'), object)).toBe('必填 · 城市');
  expect(titleIn({ ...freshRule('rule-2', 'town'), kind: 'assert' }, object)).toBe('检查 · town');
});

import { expect, test } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import { conditionWords } from '#server/features/records/exports/file/condition-words.ts';
import { everyField } from '#tests/support/metadata/every-field.ts';

const others = () => ({ apiName: 'Sample', label: '样例', fields: everyField.fields });
const words = (condition: Condition) => conditionWords(condition, { fields: everyField.fields, others });

test.each<[Condition, string]>([
  [{ field: 'treeSelectField', op: 'under', value: ['sz'] }, 'treeSelect 属于（含下级） 广东/深圳'],
  [{ field: 'selectField', op: 'in', value: ['a', 'gone'] }, 'select 是其中之一 a、gone'],
  [{ field: 'textField', op: 'empty' }, 'text 为空'],
  [{ field: 'wholeDate', op: 'lastDays', value: 7 }, 'wholeDate 最近 7 天'],
  [{ field: 'wholeDate', op: 'between', value: ['2024', null] }, 'wholeDate 介于 2024 至 不限'],
  [{ field: 'booleanField', op: 'eq', value: true }, 'boolean 等于 是'],
  [
    {
      and: [
        {
          or: [
            { field: 'integerField', op: 'gt', value: 1 },
            { field: 'textField', op: 'notEmpty' },
          ],
        },
        { not: { field: 'decimalField', op: 'between', value: ['1', '2'] } },
      ],
    },
    '（integer 大于 1 或 text 不为空） 且 非（decimal 介于 1 至 2）',
  ],
  [{ exists: { objectApiName: 'Sample', fields: ['referenceField'] } }, '至少 1 条样例（经reference）'],
  [
    {
      exists: {
        objectApiName: 'Sample',
        fields: ['referenceField'],
        filter: { field: 'textField', op: 'empty' },
        atLeast: 2,
      },
    },
    '至少 2 条样例（经reference）满足：text 为空',
  ],
])('the filter %j is described in words', (condition, expected) => {
  expect(words(condition)).toBe(expected);
});

test('a filter that would fill pages is cut', () => {
  const value = Array.from({ length: 200 }, (_, index) => `${'长'.repeat(40)}${index}`);
  expect(words({ field: 'textField', op: 'in', value }).length).toBeLessThan(2010);
});

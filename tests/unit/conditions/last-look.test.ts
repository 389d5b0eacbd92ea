import { describe, expect, test } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { conditionSchema } from '#generators/condition-schema.ts';
import { ConditionFault, filterFields, parseCondition } from '#generators/filters.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { atLastLook } from '#shared/conditions/last-look.ts';

const fields: FieldDefinition[] = [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'foundedOn', type: 'date', label: '成立日期' },
];
const dealOn: FieldDefinition = { apiName: 'dealOn', type: 'date', label: '交易日期' };
const company: FieldDefinition = { apiName: 'company', type: 'reference', label: '企业', targetApiName: 'Company' };
const others = () => ({ apiName: 'Deal', label: '交易', fields: [dealOn, company] });
const source = { fields, apiName: 'Company', others, lastLook: true };

const SINCE: Condition = { field: 'foundedOn', op: 'sinceLastLook' };
const DAY = { field: 'foundedOn', op: 'notBefore', value: '2026-11-06' };

const reasonOf = (input: unknown, lastLook: boolean) => {
  try {
    return JSON.stringify(parseCondition({ ...source, lastLook }, input));
  } catch (error) {
    return error instanceof ConditionFault ? error.reason : error;
  }
};

describe('the last look of a user in a condition', () => {
  test('is offered for dates alone, and only where it is known', () => {
    const offering = (lastLook: boolean) =>
      filterFields({ fields, filters: [], lastLook })
        .filter(({ operators }) => operators.includes('sinceLastLook'))
        .map(({ field }) => field.apiName);
    expect([offering(true), offering(false)]).toEqual([['foundedOn'], []]);
  });

  test('is taken with dates where it is known, and refused in words elsewhere', () => {
    expect(reasonOf(SINCE, true)).toBe(JSON.stringify(SINCE));
    expect(reasonOf(SINCE, false)).toContain('“上次查看以来”只能用于首页内容的条件');
    expect(reasonOf({ field: 'name', op: 'sinceLastLook' }, true)).toContain('“名称”不能用“上次查看以来”比较');
    expect(reasonOf({ ...SINCE, value: '2026' }, true)).toContain('此比较方式不需要值');
  });

  test('is read from conditions that were written by hand', () => {
    const written = { field: 'foundedOn', op: 'notBefore', value: '$lastLook' };
    expect(parseCondition(source, written)).toEqual(SINCE);
    expect(reasonOf(written, false)).toContain('“成立日期”的值不对');
  });

  test('is said in words', () => {
    expect(conditionWords(SINCE, { fields }, (value) => value)).toBe('成立日期 上次查看以来');
  });

  test('becomes the day of the user wherever it is asked for, also of records that point here', () => {
    const asked = parseCondition(source, {
      or: [
        { and: [{ field: 'name', op: 'notEmpty' }, { not: SINCE }] },
        {
          exists: {
            objectApiName: 'Deal',
            fields: ['company'],
            filter: { field: 'dealOn', op: 'sinceLastLook' },
            atLeast: 2,
          },
        },
      ],
    });
    expect(atLastLook(asked, '2026-11-06')).toEqual({
      or: [
        { and: [{ field: 'name', op: 'notEmpty' }, { not: DAY }] },
        {
          exists: {
            objectApiName: 'Deal',
            fields: ['company'],
            filter: { field: 'dealOn', op: 'notBefore', value: '2026-11-06' },
            atLeast: 2,
          },
        },
      ],
    });
  });

  test('leaves a condition that does not ask for it the same one', () => {
    const plain: Condition = { or: [{ and: [{ field: 'name', op: 'notEmpty' }] }, { not: { inList: '7' } }] };
    expect(atLastLook(plain, '2026-11-06')).toBe(plain);
  });

  test('is not in the documents of the API, whose lists know no last look', () => {
    expect(JSON.stringify(conditionSchema('#'))).not.toContain('sinceLastLook');
  });
});

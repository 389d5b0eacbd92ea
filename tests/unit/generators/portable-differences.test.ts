import { expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { differences } from '#generators/portable/differences.ts';
import { inFiles } from '#tests/support/metadata/portable.ts';
import { options, sampleObject } from '#tests/support/metadata/sample-object.ts';

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', required: true };
const of = (...fields: FieldDefinition[]) => new Map([['Sample', inFiles(sampleObject([NAME, ...fields]))]]);

const field = (more: Partial<FieldDefinition>): FieldDefinition => ({
  apiName: 'one',
  type: 'text',
  label: '一',
  ...more,
});
const select = (...values: string[]) => field({ type: 'select', selectOptions: options(...values) });
const money = (config: NonNullable<FieldDefinition['config']>) => field({ type: 'currency', config });

it.each<[before: FieldDefinition | undefined, after: FieldDefinition | undefined, words: string, isBreaking: boolean]>([
  [field({}), undefined, '删除字段“一”', true],
  [undefined, field({}), '新增字段“一”', false],
  [undefined, field({ required: true }), '新增必填字段“一”', true],
  [field({}), field({ type: 'integer' }), '类型由 text 改为 integer', true],
  [field({}), field({ label: '二' }), '名称由“一”改为“二”', false],
  [field({ maxLength: 20 }), field({ maxLength: 10 }), '最大长度由20改为10（收紧）', true],
  [field({ maxLength: 10 }), field({ maxLength: 20 }), '最大长度由10改为20', false],
  [
    field({ type: 'integer', config: { min: '0' } }),
    field({ type: 'integer', config: { min: '5' } }),
    '最小值由0改为5（收紧）',
    true,
  ],
  [
    field({ type: 'decimal', decimalPlaces: 4 }),
    field({ type: 'decimal', decimalPlaces: 2 }),
    '小数位数由4改为2（收紧）',
    true,
  ],
  [
    field({ type: 'date', config: { earliest: '1990-01-01' } }),
    field({ type: 'date', config: { earliest: '1980-01-01' } }),
    '最小值由1990-01-01改为1980-01-01',
    false,
  ],
  [select('a', 'b'), select('a'), '删除选项“b”', true],
  [select('a'), select('a', 'b'), '新增选项“b”', false],
  [
    select('a', 'b'),
    field({
      type: 'select',
      selectOptions: [
        { value: 'a', label: 'a' },
        { value: 'b', label: 'b', retired: true },
      ],
    }),
    '停用选项“b”，不能再写入',
    true,
  ],
  [money({ currencies: ['CNY', 'USD'] }), money({ currencies: ['CNY'] }), '不再接受币种“USD”', true],
  [
    field({ type: 'reference', targetApiName: 'InsightOrg' }),
    field({ type: 'reference', targetApiName: 'InsightFund' }),
    '关联的对象由 InsightOrg 改为 InsightFund',
    true,
  ],
  [
    field({ type: 'integer', config: { unit: '人' } }),
    field({ type: 'integer', config: { unit: '万人' } }),
    '单位由“人”改为“万人”',
    true,
  ],
  [field({ type: 'date', config: { partial: true } }), field({ type: 'date' }), '日期不能再只填年或年月', true],
  [field({}), field({ config: { visibleTo: ['staff'] } }), '改为仅这些身份可读取：staff', true],
])('%o to %o: %s', (before, after, words, isBreaking) => {
  const found = differences(of(...(before ? [before] : [])), of(...(after ? [after] : [])));
  expect(found).toContainEqual({ objectApiName: 'Sample', field: 'one', words, isBreaking });
  expect(found.filter((one) => one.isBreaking).length > 0).toBe(isBreaking);
});

it('finds nothing between an object and itself', () => {
  expect(differences(of(select('a')), of(select('a')))).toEqual([]);
});

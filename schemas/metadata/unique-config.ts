import { Type } from 'typebox';
import { says } from './annotations.ts';
import { FieldApiName } from './names.ts';

const VALUES = { 'x-group': '取值' } as const;

/** What makes the values of a field differ from record to record. */
export const UNIQUE_CONFIG = {
  /** No two records of the object have the same value; records without one never clash. */
  unique: Type.Optional(
    Type.Boolean(
      says('不可重复', {
        description:
          '两条记录不能有相同的值；没有值的记录不比较，文本不计首尾空格和英文大小写。归档的记录不占用值，恢复时再检查',
        ...VALUES,
      }),
    ),
  ),
  /** Fields within whose values the field is unique: the same company, the same year. */
  uniqueWithin: Type.Optional(
    Type.Array(FieldApiName, {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      ...says('不可重复的范围', {
        description: '只在这些字段的值都相同的记录之间比较，如：同一企业、同一年份；这些字段有一项没有值时不比较',
        'x-control': 'fieldNames',
        ...VALUES,
      }),
    }),
  ),
} as const;

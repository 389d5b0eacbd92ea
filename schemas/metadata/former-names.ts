import { Type } from 'typebox';
import { says } from './annotations.ts';
import { FieldApiName } from './names.ts';

/** What a field is known by beside its name. */
export const FORMER_NAMES_CONFIG = {
  /** Names that the field had before: addresses, filters, imports and programs that use one mean this field. */
  formerNames: Type.Optional(
    Type.Array(FieldApiName, {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      ...says('曾用标识', {
        description: '修改标识时自动记下：用曾用标识的链接、筛选、导入对应与接口仍然指这个字段；删去后不再认得',
        'x-group': '权限与状态',
      }),
    }),
  ),
} as const;

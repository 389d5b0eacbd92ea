import { Type } from 'typebox';
import { says } from './annotations.ts';

/** What a new record begins with, beside a value that is the same for all. */
export const DEFAULT_CONFIG = {
  /** CEL expression over the other fields, the day and the user, until a user fills the field. */
  defaultFormula: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      ...says('默认值公式', {
        description:
          'CEL 表达式，新建时按它填入并随其他字段更新，用户改过后不再变，如：today、self.startOn、user.id；已有记录不受影响',
        'x-group': '取值',
        'x-control': 'cel',
      }),
    }),
  ),
} as const;

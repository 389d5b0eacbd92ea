import { Type, type Static } from 'typebox';
import { says } from './annotations.ts';

/** What numbers are made of: what is in front of them, with the year of the record for `{YYYY}`, and their least digits. */
const AutoNumber = Type.Object(
  {
    prefix: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        ...says('编号前缀', {
          description: '编号前的文字，如：HT-；{YYYY} 写成年份，如：HT{YYYY}-；改了只影响以后的编号',
        }),
      }),
    ),
    digits: Type.Integer({
      minimum: 1,
      maximum: 12,
      ...says('自动编号的位数', {
        description:
          '填了就由系统编号：新建时给出下一个号，如 6 位为 000001，用完后自动加长；已有记录按收录先后补上。值不能填写，不会重复',
      }),
    }),
  },
  { additionalProperties: false, ...says('自动编号', { 'x-group': '取值' }) },
);
export type AutoNumber = Static<typeof AutoNumber>;

/** What has the server number the records of an object. */
export const NUMBER_CONFIG = {
  /** Each record gets the next number of the field when it is made; no user writes it, and none is given twice. */
  autoNumber: Type.Optional(AutoNumber),
} as const;

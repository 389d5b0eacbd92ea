import { Type } from 'typebox';
import { says } from './annotations.ts';
import { ANY_ROUTE_SOURCE, FieldApiName } from './names.ts';

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

/** Addresses that are kept at most; the oldest goes first. */
export const MAX_FORMER_ROUTES = 10;

/** Addresses that the list of an object had before: they lead to the one that it has, unless another list has them now. */
export const FormerRoutes = Type.Array(Type.String({ pattern: ANY_ROUTE_SOURCE }), {
  minItems: 1,
  maxItems: MAX_FORMER_ROUTES,
  uniqueItems: true,
  ...says('曾用地址', {
    description: '修改列表地址时自动记下：旧链接与收藏仍然打开这个列表，除非别的列表已使用该地址',
  }),
});

import { Type } from 'typebox';
import { says } from './annotations.ts';
import { ROLE_LABELS } from './role.ts';
import { RowLimit } from './row-limit.ts';

const RIGHTS = { 'x-group': '权限与状态' } as const;

/** Who reads the value of a field, of which records. */
export const VISIBILITY_CONFIG = {
  /** Roles that may read the value; every user who may open the record when absent. */
  visibleTo: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: 20,
      ...says('仅这些身份可见', {
        description: '不填时，能打开记录的人都可见',
        'x-labels': ROLE_LABELS,
        ...RIGHTS,
      }),
    }),
  ),
  /** A user reads the value of records that meet one of those that are for the user, and of all where none is; staff read all. */
  limits: Type.Optional(
    Type.Array(RowLimit, {
      minItems: 1,
      maxItems: 12,
      ...says('按条件可见', {
        description: '某些身份只在符合条件的记录上看到这个值；他们不能按它筛选、排序、搜索和统计',
        'x-control': 'given',
        ...RIGHTS,
      }),
    }),
  ),
} as const;

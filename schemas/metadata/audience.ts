import { Type } from 'typebox';

/** Who may open the list, open a detail page, and write; decided by src/shared/policy. */
export const AUDIENCES = ['everyone', 'member', 'investorOrSvip', 'svip', 'roles', 'owner', 'staff'] as const;
export const AUDIENCE_LABELS: Readonly<Record<Audience, string>> = {
  everyone: '所有人',
  member: '登录用户',
  investorOrSvip: '投资人或 SVIP',
  svip: 'SVIP',
  roles: '指定身份',
  owner: '本人',
  staff: '产品人员',
};
export const Audience = Type.Unsafe<Audience>(
  Type.Union(
    AUDIENCES.map((audience) => Type.Literal(audience)),
    { 'x-labels': AUDIENCE_LABELS },
  ),
);
export type Audience = (typeof AUDIENCES)[number];

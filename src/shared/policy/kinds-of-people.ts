import { type Actor, SVIP } from './actor.ts';

/** One actor of each kind of user that policy distinguishes, by the names of the product; without an account. */
export const KINDS_OF_PEOPLE = [
  { kind: 'member', label: '注册用户', roles: [], vipType: 0 },
  { kind: 'founder', label: '创业者', roles: ['START_UP'], vipType: 0 },
  { kind: 'investor', label: '投资人', roles: ['ORG_INVESTOR'], vipType: 0 },
  { kind: 'organisation', label: '服务机构', roles: ['SERVICE_ORG'], vipType: 0 },
  { kind: 'svip', label: 'SVIP', roles: [], vipType: SVIP },
] as const;

export type KindOfPerson = (typeof KINDS_OF_PEOPLE)[number];

/** An actor of a kind: policy decides about it as about any user of that kind. */
export const somebodyOf = ({ label, roles, vipType }: KindOfPerson): Actor => ({
  id: '0',
  name: label,
  roles,
  vipType,
});

import { type Actor, SVIP } from './actor.ts';

/** One of each kind of person that policy tells apart, as the product calls them; of no account. */
export const KINDS_OF_PEOPLE = [
  { kind: 'member', label: '注册用户', roles: [], vipType: 0 },
  { kind: 'founder', label: '创业者', roles: ['START_UP'], vipType: 0 },
  { kind: 'investor', label: '投资人', roles: ['ORG_INVESTOR'], vipType: 0 },
  { kind: 'organisation', label: '服务机构', roles: ['SERVICE_ORG'], vipType: 0 },
  { kind: 'svip', label: 'SVIP', roles: [], vipType: SVIP },
] as const;

export type KindOfPerson = (typeof KINDS_OF_PEOPLE)[number];

/** Somebody of a kind: policy decides about him as about anybody of it. */
export const somebodyOf = ({ label, roles, vipType }: KindOfPerson): Actor => ({
  id: '0',
  name: label,
  roles,
  vipType,
});

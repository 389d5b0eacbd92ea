import type { ContactButton } from '#schemas/api/contacts.ts';
import type { Actor } from '#shared/policy/actor.ts';

/** Where the panel of a contact leads to. */
export const CONTACT_PATHS = {
  certify: '/certify',
  settings: '/settings',
  vip: '/vip',
  topUp: '/coins',
  financing: '/financing',
};
export const INVESTOR: Actor = { id: '1', name: '示例投资人', roles: ['ORG_INVESTOR'], vipType: 0 };
export const FOUNDER: Actor = { ...INVESTOR, name: '示例创业者', roles: ['START_UP'] };

/** The contact of a record as a user finds it who has views left today. */
export const FREE: ContactButton = {
  contactUid: '9',
  type: 1,
  hasManager: true,
  num: 2,
  daily: 3,
  buyOrChatted: false,
  isInWhiteList: false,
  isExpose: 1,
  price: 60,
  balance: 120,
  isSvip: false,
  decision: 'free',
};

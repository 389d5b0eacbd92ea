import { DUTIES } from '#schemas/metadata/duty.ts';
import type { Profile } from '#schemas/api/session.ts';

/** The profile of the founder of the sample data, as the session gives it. */
export const FOUNDER_PROFILE: Profile = {
  uid: '1',
  name: '示例创业者',
  identityRoles: ['START_UP'],
  enterpriser: 2,
  enterpriserVipLevel: 0,
  speaksForCompany: true,
  vipType: 0,
  vipUntil: null,
  staff: false,
  duties: [],
  username: 'founder',
  avatar: null,
  intro: '',
  phone: '199****0001',
  email: null,
  hasPassword: true,
  mustSetFactor: false,
};

/** One of staff who may do everything. */
export const STAFF_PROFILE: Profile = { ...FOUNDER_PROFILE, staff: true, duties: [...DUTIES] };

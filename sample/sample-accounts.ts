import { type Duty, DUTIES } from '#schemas/metadata/duty.ts';

/** Roles that sample accounts hold, as SPEC names them. */
type SampleRole = 'START_UP' | 'ORG_INVESTOR' | 'FA';

/** An account that exists only on an installation with sample data. */
export interface SampleAccount {
  readonly username: string;
  /** Shown to others. */
  readonly name: string;
  /** In E.164. */
  readonly phone: string;
  readonly roles: readonly SampleRole[];
  /** Has paid for SVIP. */
  readonly isSvip: boolean;
  /** What staff are there for; none for other users. */
  readonly duties: readonly Duty[];
}

const member = { isSvip: false, duties: [] } as const;

/** One account for each kind of reader; of staff one who may do everything, and one for each duty. The caller gives the passwords; the numbers are of a range of zeros. */
export const SAMPLE_ACCOUNTS: readonly SampleAccount[] = [
  { username: 'founder', name: '示例创业者', phone: '+8619900000001', roles: ['START_UP'], ...member },
  { username: 'investor', name: '示例投资人', phone: '+8619900000002', roles: ['ORG_INVESTOR'], ...member },
  { username: 'organisation', name: '示例服务机构', phone: '+8619900000003', roles: ['FA'], ...member },
  { username: 'svip', name: '示例会员', phone: '+8619900000004', roles: [], isSvip: true, duties: [] },
  { username: 'member', name: '示例新用户', phone: '+8619900000006', roles: [], ...member },
  { username: 'staff', name: '示例运营', phone: '+8619900000005', roles: [], isSvip: false, duties: DUTIES },
  { username: 'data', name: '示例数据专员', phone: '+8619900000007', roles: [], isSvip: false, duties: ['data'] },
  { username: 'audit', name: '示例审核专员', phone: '+8619900000008', roles: [], isSvip: false, duties: ['audit'] },
  { username: 'money', name: '示例财务专员', phone: '+8619900000009', roles: [], isSvip: false, duties: ['money'] },
  { username: 'access', name: '示例权限专员', phone: '+8619900000010', roles: [], isSvip: false, duties: ['access'] },
];

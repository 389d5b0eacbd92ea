import type { Profile } from '#schemas/api/session.ts';
import { isInvestor, profileActor } from '#shared/policy/actor.ts';
import { projectsPath } from '#client/lib/router.ts';
import type { NavGroup, NavLinkTo } from './nav-groups.ts';

/** Where a user raises money for a company; each page says how to begin to a user who speaks for none. */
export const COMPANY_PAGES: readonly NavLinkTo[] = [
  { path: '/company/mine', label: '我的企业' },
  { path: '/financing', label: '我的融资' },
];

/** What a user works on every day, by the role: raising for a company, or looking for projects. */
export function ownPages(profile: Profile | undefined): readonly NavGroup[] {
  if (!profile) return [];
  const links = [
    ...(profile.speaksForCompany
      ? [
          ...COMPANY_PAGES,
          { path: '/pipeline', label: '融资跟进' },
          { path: '/visitors', label: '项目访客' },
          { path: '/company/plan-readers', label: 'BP 查阅' },
          { path: '/company/members', label: '企业成员' },
        ]
      : []),
    ...(isInvestor(profileActor(profile))
      ? [
          { path: '/workbench', label: '工作台' },
          { path: projectsPath(), label: '匹配项目' },
          { path: '/pipeline/deals', label: '项目跟进' },
          { path: '/visited', label: '我看过的' },
        ]
      : []),
  ];
  return links.length > 0 ? [{ name: '我的工作', links }] : [];
}

import { Type, type Static } from 'typebox';
import { route, Version } from './route.ts';

/** What a user lets others see of them, part by part: how the switch is called, and what the page keeps. */
export const PAGE_PARTS = {
  showAvatar: 'avatar',
  showIntro: 'intro',
  showRoles: 'roles',
  showCompanies: 'companies',
  showInstitution: 'institution',
  showInvestor: 'investor',
  showFocus: 'focus',
  showWork: 'work',
  showEducation: 'education',
  showAwards: 'awards',
} as const;
export type PageSwitch = keyof typeof PAGE_PARTS;

const Switch = Type.Optional(Type.Boolean());

export const PersonPageChange = Type.Object(
  {
    version: Version,
    isOpen: Switch,
    showAvatar: Switch,
    showIntro: Switch,
    showRoles: Switch,
    showCompanies: Switch,
    showInstitution: Switch,
    showInvestor: Switch,
    showFocus: Switch,
    showWork: Switch,
    showEducation: Switch,
    showAwards: Switch,
  } satisfies Record<PageSwitch | 'isOpen' | 'version', unknown>,
  { additionalProperties: false },
);
export type PersonPageChange = Static<typeof PersonPageChange>;

export const changePersonPage = route({
  method: 'POST',
  path: '/api/rong/user/page',
  summary: 'Open or close the own page to other members, and choose what it shows; what is absent stays',
  action: 'profile.edit',
  body: PersonPageChange,
  reply: Type.Null(),
});

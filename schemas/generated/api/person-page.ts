// Written by `npm run schemas` from schemas/api/person-page.ts: change it there.
import type * as source from '#schemas/api/person-page.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const PAGE_PARTS: typeof source.PAGE_PARTS = { showAvatar: "avatar", showIntro: "intro", showRoles: "roles", showCompanies: "companies", showInstitution: "institution", showInvestor: "investor", showFocus: "focus", showWork: "work", showEducation: "education", showAwards: "awards" };
export const changePersonPage: CallOf<typeof source.changePersonPage> = { method: "POST", path: "/api/rong/user/page" };

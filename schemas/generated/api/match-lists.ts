// Written by `npm run schemas` from schemas/api/match-lists.ts: change it there.
import type * as source from '#schemas/api/match-lists.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_MATCHES: typeof source.MAX_MATCHES = 50;
export const UNFIT_REASONS: typeof source.UNFIT_REASONS = "unfitReason";
export const giveFeedback: CallOf<typeof source.giveFeedback> = { method: "POST", path: "/api/rong/matching/feedback" };
export const matchInvestors: CallOf<typeof source.matchInvestors> = { method: "POST", path: "/api/rong/matching/investors" };
export const matchProjects: CallOf<typeof source.matchProjects> = { method: "POST", path: "/api/rong/matching/projects" };
export const matchSubjects: CallOf<typeof source.matchSubjects> = { method: "GET", path: "/api/rong/matching/subjects" };

// Written by `npm run schemas` from schemas/api/visits.ts: change it there.
import type * as source from '#schemas/api/visits.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_BEAT_SECONDS: typeof source.MAX_BEAT_SECONDS = 60;
export const MIN_GROUP: typeof source.MIN_GROUP = 5;
export const STAT_PAGE_SIZE: typeof source.STAT_PAGE_SIZE = 20;
export const STAT_PERIODS: typeof source.STAT_PERIODS = [ "7d", "30d", "90d", "365d", "all" ];
export const VISITOR_KINDS: typeof source.VISITOR_KINDS = [ "ORG_INVESTOR", "COMPANY_INVEST_DEPT", "PERSONAL_INVESTOR", "LP" ];
export const VISIT_DAYS: typeof source.VISIT_DAYS = 730;
export const VISIT_MODES: typeof source.VISIT_MODES = [ "open", "institution", "private" ];
export const VISIT_SOURCES: typeof source.VISIT_SOURCES = [ "link", "list", "matching", "search", "alert", "chat" ];
export const forgetVisit: CallOf<typeof source.forgetVisit> = { method: "POST", path: "/api/rong/visit/{id}/forget" };
export const noteStay: CallOf<typeof source.noteStay> = { method: "POST", path: "/api/rong/visit/stay" };
export const readVisitSetting: CallOf<typeof source.readVisitSetting> = { method: "GET", path: "/api/rong/visit/setting" };
export const readWorkbench: CallOf<typeof source.readWorkbench> = { method: "GET", path: "/api/rong/investor/workbench" };
export const saveVisitSetting: CallOf<typeof source.saveVisitSetting> = { method: "POST", path: "/api/rong/visit/setting" };
export const viewMyProjectStat: CallOf<typeof source.viewMyProjectStat> = { method: "GET", path: "/api/rong/business/view_my_project_stat" };
export const withdrawVisits: CallOf<typeof source.withdrawVisits> = { method: "POST", path: "/api/rong/visit/{id}/withdraw" };

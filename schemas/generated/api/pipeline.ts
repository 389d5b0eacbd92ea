// Written by `npm run schemas` from schemas/api/pipeline.ts: change it there.
import type * as source from '#schemas/api/pipeline.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const COMPANY_STATES: typeof source.COMPANY_STATES = [ "todo", "contacted", "planSent", "meeting", "diligence", "terms", "committed", "invested", "declined", "silent" ];
export const DECLINE_REASONS: typeof source.DECLINE_REASONS = [ "industry", "stage", "valuation", "team", "rivals", "timing", "silent", "other" ];
export const INVESTOR_STATES: typeof source.INVESTOR_STATES = [ "watching", "considering", "committed", "invested", "declined" ];
export const addDeal: CallOf<typeof source.addDeal> = { method: "POST", path: "/api/rong/pipeline/deal" };
export const addInstitution: CallOf<typeof source.addInstitution> = { method: "POST", path: "/api/rong/pipeline/institution" };
export const dropContact: CallOf<typeof source.dropContact> = { method: "POST", path: "/api/rong/pipeline/{id}/drop" };
export const moveContact: CallOf<typeof source.moveContact> = { method: "POST", path: "/api/rong/pipeline/{id}/move" };
export const planContact: CallOf<typeof source.planContact> = { method: "POST", path: "/api/rong/pipeline/{id}/plan" };
export const takeContact: CallOf<typeof source.takeContact> = { method: "POST", path: "/api/rong/pipeline/{id}/take" };
export const undoMove: CallOf<typeof source.undoMove> = { method: "POST", path: "/api/rong/pipeline/{id}/undo" };

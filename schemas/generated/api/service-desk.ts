// Written by `npm run schemas` from schemas/api/service-desk.ts: change it there.
import type * as source from '#schemas/api/service-desk.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_SERVICE_TEXT: typeof source.MAX_SERVICE_TEXT = 500;
export const MIN_SERVICE_TEXT: typeof source.MIN_SERVICE_TEXT = 2;
export const answerServiceMessage: CallOf<typeof source.answerServiceMessage> = { method: "POST", path: "/api/staff/serviceMessages/{id}/answer" };
export const leaveServiceMessage: CallOf<typeof source.leaveServiceMessage> = { method: "POST", path: "/api/rong/service/message" };
export const readServiceDesk: CallOf<typeof source.readServiceDesk> = { method: "GET", path: "/api/rong/service" };

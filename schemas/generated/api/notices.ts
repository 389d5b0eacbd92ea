// Written by `npm run schemas` from schemas/api/notices.ts: change it there.
import type * as source from '#schemas/api/notices.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const AUDIENCES: typeof source.AUDIENCES = [ "one", "segment", "all" ];
export const COUNTED_SYSTEM_TYPES: typeof source.COUNTED_SYSTEM_TYPES = [ 3, 4, 6, 7 ];
export const FEED_PAGE_SIZES: typeof source.FEED_PAGE_SIZES = { 2: 10, 3: 10, 4: 20, 6: 10, 7: 10 };
export const FEED_TYPES: typeof source.FEED_TYPES = [ 2, 3, 4, 6, 7 ];
export const MAX_NOTICE: typeof source.MAX_NOTICE = 1000;
export const MAX_NOTICE_TITLE: typeof source.MAX_NOTICE_TITLE = 50;
export const SYSTEM_CHAT_UIDS: typeof source.SYSTEM_CHAT_UIDS = { 2: "helper", 3: "notice", 4: "analyst", 5: "interestedMsg", 6: "liveHelper", 7: "liveFollow" };
export const SYSTEM_TEMPLATE: typeof source.SYSTEM_TEMPLATE = 300;
export const SYSTEM_TYPES: typeof source.SYSTEM_TYPES = { helper: 2, notice: 3, analyst: 4, interested: 5, liveHelper: 6, liveFollow: 7 };
export const countNoticeReach: CallOf<typeof source.countNoticeReach> = { method: "POST", path: "/api/staff/notices/reach" };
export const readSystemAccount: CallOf<typeof source.readSystemAccount> = { method: "POST", path: "/api/rong/systemMsgRead" };
export const readSystemMessages: CallOf<typeof source.readSystemMessages> = { method: "GET", path: "/api/rong/systemMsgList" };
export const readSystemSummaries: CallOf<typeof source.readSystemSummaries> = { method: "GET", path: "/api/rong/msg" };
export const readUnread: CallOf<typeof source.readUnread> = { method: "GET", path: "/api/rong/sixin/unread" };
export const sendStaffNotice: CallOf<typeof source.sendStaffNotice> = { method: "POST", path: "/api/staff/notices" };
export const withdrawNotice: CallOf<typeof source.withdrawNotice> = { method: "POST", path: "/api/staff/notices/{id}/withdraw" };

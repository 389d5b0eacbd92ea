// Written by `npm run schemas` from schemas/api/livestreams.ts: change it there.
import type * as source from '#schemas/api/livestreams.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const LIVE_PAGE_SIZE: typeof source.LIVE_PAGE_SIZE = 10;
export const MAX_LIVE_HOST: typeof source.MAX_LIVE_HOST = 40;
export const MAX_LIVE_LINK: typeof source.MAX_LIVE_LINK = 500;
export const MAX_LIVE_TITLE: typeof source.MAX_LIVE_TITLE = 40;
export const announceLivestream: CallOf<typeof source.announceLivestream> = { method: "POST", path: "/api/staff/lives" };
export const cancelLivestream: CallOf<typeof source.cancelLivestream> = { method: "POST", path: "/api/staff/lives/{id}/cancel" };
export const changeLivestream: CallOf<typeof source.changeLivestream> = { method: "POST", path: "/api/staff/lives/{id}/change" };
export const listLivestreams: CallOf<typeof source.listLivestreams> = { method: "GET", path: "/api/rong/live/follow/list" };
export const saveFollow: CallOf<typeof source.saveFollow> = { method: "POST", path: "/api/rong/live/saveFollow" };

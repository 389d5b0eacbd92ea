// Written by `npm run schemas` from schemas/api/contact-views.ts: change it there.
import type * as source from '#schemas/api/contact-views.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const VIEW_TERMS: typeof source.VIEW_TERMS = [ "free", "bought", "white", "quota", "staff" ];
export const contactViewed: CallOf<typeof source.contactViewed> = { method: "GET", path: "/api/rong/contact/viewed" };
export const contactViewers: CallOf<typeof source.contactViewers> = { method: "GET", path: "/api/rong/contact/viewers" };

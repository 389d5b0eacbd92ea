// Written by `npm run schemas` from schemas/api/contact-settings.ts: change it there.
import type * as source from '#schemas/api/contact-settings.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readContactSettings: CallOf<typeof source.readContactSettings> = { method: "GET", path: "/api/rong/sixin/settings" };
export const saveContactSettings: CallOf<typeof source.saveContactSettings> = { method: "POST", path: "/api/rong/sixin/settings" };

// Written by `npm run schemas` from schemas/api/help.ts: change it there.
import type * as source from '#schemas/api/help.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const judgeArticle: CallOf<typeof source.judgeArticle> = { method: "POST", path: "/api/help/{id}/feedback" };
export const readHelp: CallOf<typeof source.readHelp> = { method: "GET", path: "/api/help" };

// Written by `npm run schemas` from schemas/api/jingchat-learning.ts: change it there.
import type * as source from '#schemas/api/jingchat-learning.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_REMARK: typeof source.MAX_REMARK = 200;
export const WRONG_REASONS: typeof source.WRONG_REASONS = "wrongAnswerReason";
export const closeWrongAnswer: CallOf<typeof source.closeWrongAnswer> = { method: "POST", path: "/api/staff/jingchat/wrong/{id}/close" };
export const judgeAnswer: CallOf<typeof source.judgeAnswer> = { method: "POST", path: "/api/rong/jingchat/answer/{id}/verdict" };
export const readWrongReasons: CallOf<typeof source.readWrongReasons> = { method: "GET", path: "/api/rong/jingchat/reasons" };
export const teachWord: CallOf<typeof source.teachWord> = { method: "POST", path: "/api/staff/jingchat/word/{id}/teach" };

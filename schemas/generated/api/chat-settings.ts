// Written by `npm run schemas` from schemas/api/chat-settings.ts: change it there.
import type * as source from '#schemas/api/chat-settings.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_AUTO_REPLY: typeof source.MAX_AUTO_REPLY = 200;
export const readChatSettings: CallOf<typeof source.readChatSettings> = { method: "GET", path: "/mobi-investor/sixin/v3/autoReplyDisturbSetting" };
export const saveChatSettings: CallOf<typeof source.saveChatSettings> = { method: "POST", path: "/mobi-investor/sixin/v3/autoReplyDisturbSetting" };

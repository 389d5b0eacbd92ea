// Written by `npm run schemas` from schemas/api/jingchat.ts: change it there.
import type * as source from '#schemas/api/jingchat.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_CONVERSATIONS: typeof source.MAX_CONVERSATIONS = 100;
export const MAX_QUESTION: typeof source.MAX_QUESTION = 200;
export const MAX_QUESTIONS: typeof source.MAX_QUESTIONS = 200;
export const MAX_TITLE: typeof source.MAX_TITLE = 60;
export const STAGES: typeof source.STAGES = [ "understand", "query", "compose", "model" ];
export const TOPICS: typeof source.TOPICS = [ "advice", "forecast", "personal", "elsewhere", "closed" ];
export const answerAgain: CallOf<typeof source.answerAgain> = { method: "POST", path: "/api/rong/jingchat/answer/{id}" };
export const askQuestion: CallOf<typeof source.askQuestion> = { method: "POST", path: "/api/rong/jingchat/ask" };
export const listConversations: CallOf<typeof source.listConversations> = { method: "GET", path: "/api/rong/jingchat/list" };
export const readConversation: CallOf<typeof source.readConversation> = { method: "GET", path: "/api/rong/jingchat/{id}" };
export const readExamples: CallOf<typeof source.readExamples> = { method: "GET", path: "/api/rong/jingchat/examples" };
export const removeConversation: CallOf<typeof source.removeConversation> = { method: "POST", path: "/api/rong/jingchat/{id}/remove" };
export const renameConversation: CallOf<typeof source.renameConversation> = { method: "POST", path: "/api/rong/jingchat/{id}/rename" };
export const restoreConversation: CallOf<typeof source.restoreConversation> = { method: "POST", path: "/api/rong/jingchat/{id}/restore" };

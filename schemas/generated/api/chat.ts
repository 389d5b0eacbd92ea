// Written by `npm run schemas` from schemas/api/chat.ts: change it there.
import type * as source from '#schemas/api/chat.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const EXCHANGE_STATES: typeof source.EXCHANGE_STATES = [ "pending", "agreed", "declined", "expired" ];
export const INMAIL_PAGE_SIZE: typeof source.INMAIL_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE: typeof source.MAX_PAGE_SIZE = 100;
export const MAX_TEXT: typeof source.MAX_TEXT = 2000;
export const MESSAGE_TYPES: typeof source.MESSAGE_TYPES = { text: 0, assistantContact: 5, exchangeResult: 9, phoneRequest: 10, weixinRequest: 11, bpRequest: 12, picture: 13, project: 14, phoneAgreed: 15, weixinAgreed: 16 };
export const PAGE_SIZE: typeof source.PAGE_SIZE = 10;
export const RECALL_MS: typeof source.RECALL_MS = 120000;
export const readDialog: CallOf<typeof source.readDialog> = { method: "GET", path: "/api/rong/sixin/dialog/{uid}" };
export const readInmail: CallOf<typeof source.readInmail> = { method: "POST", path: "/api/rong/readInmail" };
export const readInmailList: CallOf<typeof source.readInmailList> = { method: "GET", path: "/api/rong/inmailList" };
export const recallMessage: CallOf<typeof source.recallMessage> = { method: "POST", path: "/api/rong/sixin/{uid}/recall" };
export const sendMessage: CallOf<typeof source.sendMessage> = { method: "POST", path: "/api/rong/sixin/{uid}" };
export const setTop: CallOf<typeof source.setTop> = { method: "POST", path: "/api/rong/top" };
export const switchDisturbing: CallOf<typeof source.switchDisturbing> = { method: "POST", path: "/api/rong/noDdisturbing" };
export const syncChat: CallOf<typeof source.syncChat> = { method: "GET", path: "/api/rong/sixin/sync" };

import type { Db } from '#server/db/database.ts';
import { chatSettingOf, deliveriesAround, exchangesAround, forgetExchanges, messagesBy } from './closing-queries.ts';

/** Takes a closed account out of exchanges and the interested view; its messages stay with those whom it wrote to, nameless. */
export const forgetChat = (trx: Db, accountId: string, now: Date): Promise<void> =>
  forgetExchanges(trx, accountId, now);

/** What conversations keep of a person, for the copy of it: own messages, and what was asked, agreed to and delivered. */
export const copyOfChat = async (db: Db, accountId: string) => ({
  messages: await messagesBy(db, accountId),
  exchanges: await exchangesAround(db, accountId),
  deliveries: await deliveriesAround(db, accountId),
  settings: (await chatSettingOf(db, accountId)) ?? null,
});

import type { ChatSettings } from '#schemas/api/chat-settings.ts';
import type { Db } from '#server/db/database.ts';

/** What an account set for its conversations; undefined when nothing. With `lock` it stays so until the transaction ends. */
export async function settingOf(db: Db, accountId: string, lock = false): Promise<ChatSettings | undefined> {
  const query = db
    .selectFrom('chat_setting')
    .select(['auto_reply_on as autoReply', 'auto_reply as autoReplyText', 'quiet as disturb'])
    .where('account_id', '=', accountId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function keepSetting(trx: Db, accountId: string, setting: ChatSettings, at: Date): Promise<void> {
  const { autoReply, autoReplyText, disturb } = setting;
  const set = { auto_reply_on: autoReply, auto_reply: autoReplyText, quiet: disturb, updated_at: at };
  await trx
    .insertInto('chat_setting')
    .values({ account_id: accountId, ...set })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .execute();
}

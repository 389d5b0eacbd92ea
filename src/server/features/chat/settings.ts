import type { BodyOf } from '#schemas/api/route.ts';
import type { ChatSettings, saveChatSettings } from '#schemas/api/chat-settings.ts';
import { autoReplyProblem } from '#shared/chat/auto-reply.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { keepSetting, settingOf } from './setting-queries.ts';

const NOTHING_SET: ChatSettings = { autoReply: false, autoReplyText: '', disturb: false };

export const readSettings = async (db: Db, actor: Member): Promise<ChatSettings> =>
  (await settingOf(db, actor.id)) ?? NOTHING_SET;

/** Changes what was sent of it. @throws Failure INVALID_BODY naming the text when it may not answer strangers. */
export async function saveSettings(
  db: Db,
  change: BodyOf<typeof saveChatSettings>,
  actor: Member,
  at: Date,
): Promise<ChatSettings> {
  const me = actor.id;
  return db.transaction().execute(async (trx) => {
    const before = (await settingOf(trx, me, true)) ?? NOTHING_SET;
    const text = change.autoReplyText?.trim();
    const after = { ...before, ...change, autoReplyText: text ?? before.autoReplyText };
    const problem = text !== undefined || after.autoReply ? autoReplyProblem(after.autoReplyText) : undefined;
    if (problem !== undefined)
      throw new Failure('INVALID_BODY', problem, [{ field: 'autoReplyText', message: problem }]);
    await keepSetting(trx, me, after, at);
    return after;
  });
}

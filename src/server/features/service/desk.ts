import { MAX_SERVICE_TEXT, MIN_SERVICE_TEXT } from '#schemas/api/service-desk.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { serviceAnswered } from '#server/platform/notifications/messages.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { lockAccounts } from '#server/platform/staff-actions/queries.ts';
import { insertMessage, isStaffHere, keepAnswer, lockMessage, messagesSince } from './queries.ts';

export interface DeskDeps {
  readonly database: Pick<Database, 'db'>;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

/** Staff who asked for anything in this time are here; when a session was seen is kept to the minute. */
const HERE_MS = 5 * 60_000;
/** Messages of one user a day, in Asia/Shanghai. */
const MAX_A_DAY = 10;

/** Are staff here now? */
export async function desk({ database, now }: DeskDeps): Promise<{ online: boolean }> {
  return { online: await isStaffHere(database.db, new Date(now().getTime() - HERE_MS)) };
}

/** What was written, without blanks around it. @throws Failure INVALID_BODY outside of its bounds. */
function bounded(field: string, text: string): string {
  const written = text.trim();
  const { length } = [...written];
  if (length >= MIN_SERVICE_TEXT && length <= MAX_SERVICE_TEXT) return written;
  const message = `长度在 ${MIN_SERVICE_TEXT} 到 ${MAX_SERVICE_TEXT} 个字符`;
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}

/** Keeps a message for staff. @throws Failure INVALID_BODY; TOO_MANY_REQUESTS beyond the limit of the day. */
export async function leave({ database, now }: DeskDeps, content: string, actor: Member): Promise<{ id: string }> {
  const body = bounded('content', content);
  const at = now();
  return database.db.transaction().execute(async (trx) => {
    // Two messages of one user are serialised here, so that none counts what the other has not written yet.
    await lockAccounts(trx, [actor.id]);
    if ((await messagesSince(trx, actor.id, startOfShanghaiDay(shanghaiDay(at)))) >= MAX_A_DAY)
      throw new Failure('TOO_MANY_REQUESTS', `每天最多留言${MAX_A_DAY}次，请明天再试`);
    return insertMessage(trx, actor.id, body, at);
  });
}

/** Answers a message and notifies its writer. @throws Failure INVALID_BODY; UNKNOWN_RECORD; CONFLICT when it was answered before. */
export async function answer(deps: DeskDeps, id: string, text: string, actor: Member): Promise<{ id: string }> {
  const words = bounded('answer', text);
  const at = deps.now();
  const accountId = await deps.database.db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id);
    if (!message) throw new Failure('UNKNOWN_RECORD', '留言不存在');
    if (message.state !== 'open') throw new Failure('CONFLICT', '这条留言已经回复过了');
    await keepAnswer(trx, id, words, actor.id, at);
    const details = { account: message.account_id };
    const target = { kind: 'serviceMessage', id };
    await writeAudit(trx, { actor, action: 'service.answered', target, reason: words, details }, at);
    await notifyUser(trx, serviceAnswered(message, words), at);
    return message.account_id;
  });
  deps.hints.announceNotice(accountId);
  return { id };
}

import { Failure } from '#shared/errors.ts';
import { type Actor, INVESTOR_ROLES } from '#shared/policy/actor.ts';
import { dailyOpenings } from '#shared/policy/chat-limits.ts';
import { dailyContacts, hasQuota } from '#shared/policy/contacts.ts';
import type { Db } from '#server/db/database.ts';
import { contactedOn, lockViewer } from '#server/lib/parties/contact-quota-queries.ts';
import { openAccountById } from '#server/lib/parties/queries.ts';

/**
 * Conversations that somebody may open on a day, when this one may be among them. Part of the transaction that opens it: of
 * several at once none goes beyond the quota.
 * @throws Failure FORBIDDEN before certification, UNKNOWN_RECORD, CHAT_LIMITED when the quota of contacts is used.
 */
export async function allowedOpenings(trx: Db, actor: Actor, peerId: string, day: string): Promise<number> {
  const openings = dailyOpenings(actor);
  if (openings === 0 || actor.id === null) throw new Failure('FORBIDDEN', '完成身份认证后即可发起私信');
  const peer = await openAccountById(trx, peerId);
  if (!peer) throw new Failure('UNKNOWN_RECORD', '对方账号已注销或无法接收消息');
  const quota = hasQuota(actor) ? dailyContacts(actor, false) : null;
  if (quota === null || !peer.roles.some((role) => INVESTOR_ROLES.has(role))) return openings;
  await lockViewer(trx, actor.id);
  const contacted = await contactedOn(trx, actor.id, day, true);
  if (contacted.size >= quota && !contacted.has(peerId))
    throw new Failure('CHAT_LIMITED', '您今日与投资人的沟通次数已用完，请明日再试');
  return openings;
}

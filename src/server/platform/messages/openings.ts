import { Failure } from '#shared/errors.ts';
import { INVESTOR_ROLES, isStaff, type Member } from '#shared/policy/actor.ts';
import { dailyOpenings } from '#shared/policy/chat-limits.ts';
import { dailyContacts, hasQuota } from '#shared/policy/contacts.ts';
import type { Db } from '#server/db/database.ts';
import { contactedOn, lockViewer } from '#server/platform/parties/contact-quota-queries.ts';
import { meetingOf } from '#server/platform/parties/meeting-queries.ts';

/**
 * How many conversations a user may open on a day, when the one with this peer may be among them: a certified user with
 * peers to whom something leads; a founder with investors within the founder's quota of the day. Part of the transaction
 * that opens it, by a message or by a delivery: of several at once none goes beyond the quota.
 * @throws Failure FORBIDDEN before certification; UNKNOWN_RECORD, in the same words, for an unknown peer, one who has left
 * and one to whom nothing leads; CHAT_LIMITED when the quota of contacts is used.
 */
export async function allowedOpenings(trx: Db, actor: Member, peerId: string, day: string): Promise<number> {
  const openings = dailyOpenings(actor);
  if (openings === 0) throw new Failure('FORBIDDEN', '完成身份认证后即可发起私信');
  const peer = await meetingOf(trx, actor.id, peerId);
  if (!peer.is_open || !(peer.is_led_to || isStaff(actor)))
    throw new Failure('UNKNOWN_RECORD', '用户不存在或无法接收消息');
  const quota = hasQuota(actor) ? dailyContacts(actor, false) : null;
  if (quota === null || !peer.roles.some((role) => INVESTOR_ROLES.has(role))) return openings;
  await lockViewer(trx, actor.id);
  const contacted = await contactedOn(trx, actor.id, day, true);
  if (contacted.size >= quota && !contacted.has(peerId))
    throw new Failure('CHAT_LIMITED', '您今日与投资人的沟通次数已用完，请明日再试');
  return openings;
}

import { Failure } from '#shared/errors.ts';
import { type Actor, INVESTOR_ROLES } from '#shared/policy/actor.ts';
import { dailyContacts, hasQuota } from '#shared/policy/contacts.ts';
import type { Db } from '#server/db/database.ts';
import { contactedOn } from '#server/lib/parties/contact-quota-queries.ts';
import { openAccountById, partyById } from '#server/lib/parties/queries.ts';
import { isInterested } from './delivery-queries.ts';

/**
 * Refuses to open a conversation for a delivery with anybody but those who looked at one's company and those whom everybody
 * finds as the contact of a record; a founder's with investors within his quota of the day.
 * @throws Failure UNKNOWN_RECORD for everybody else, known or not; CHAT_LIMITED when the quota is used up.
 */
export async function refuseOpening(trx: Db, actor: Actor, uid: string, day: string): Promise<void> {
  const me = actor.id ?? '';
  const person = await openAccountById(trx, uid);
  const mayBeFound = (await isInterested(trx, me, uid)) || (await partyById(trx, uid)) !== undefined;
  if (!person || !mayBeFound) throw new Failure('UNKNOWN_RECORD', '用户不存在');
  if (!hasQuota(actor) || !person.roles.some((role) => INVESTOR_ROLES.has(role))) return;
  const contacted = await contactedOn(trx, me, day, true);
  const daily = dailyContacts(actor, false);
  if (daily !== null && !contacted.has(uid) && contacted.size >= daily)
    throw new Failure('CHAT_LIMITED', '您今日与投资人的沟通次数已用完，请明日再试');
}

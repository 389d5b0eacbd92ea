import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { memberInvited } from '#server/platform/notifications/messages-members.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { type ContactIndex, giveInvitations, lockContact } from './queries.ts';

/**
 * An account has proved a number or an address: companies that invited it before there was such an account reach their user now,
 * in the transaction of the proof.
 */
export async function deliverInvitations(trx: Db, accountId: string, contact: ContactIndex, now: Date): Promise<void> {
  await lockContact(trx, contact);
  for (const row of await giveInvitations(trx, accountId, contact, now))
    await notifyUser(trx, memberInvited(accountId, row, shanghaiDay(new Date(row.expires_at))), now);
}

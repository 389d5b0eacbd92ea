import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import type { Services } from '#server/services.ts';
import { keyEnding } from './keys/notices.ts';
import { keysEndingBefore } from './keys/queries.ts';
import { deleteUsageBefore } from './queries.ts';

/** How long before a key ends its owner is notified. */
const NOTICE_MS = 14 * DAY_MS;
const KEPT_DAYS = 40;

/** Notifies owners of keys that are about to end, once for each, and removes old counts. Several processes may do this at once. */
export async function sweepKeys({ database: { db }, hints, now }: Pick<Services, 'database' | 'hints' | 'now'>) {
  const at = now();
  for (const { id, account_id: accountId, name, expires_at } of await keysEndingBefore(
    db,
    at,
    new Date(at.getTime() + NOTICE_MS),
  )) {
    await db
      .transaction()
      .execute((trx) => notifyUser(trx, keyEnding({ id, accountId, name }, new Date(expires_at)), at));
    hints.announceNotice(accountId);
  }
  await deleteUsageBefore(db, shanghaiDay(new Date(at.getTime() - KEPT_DAYS * DAY_MS)));
}

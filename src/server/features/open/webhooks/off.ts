import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { Db } from '#server/db/database.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { putOff } from './outbox-queries.ts';

/** Sends nothing more to an address, and says so to its owner; true where that is new. Announce the notice after the commit. */
export async function turnOff(
  trx: Db,
  hook: { readonly id: string; readonly accountId: string; readonly name: string },
  why: string,
  now: Date,
): Promise<boolean> {
  if (!(await putOff(trx, hook.id, why))) return false;
  const body = `Webhook“${hook.name}”：${why}。等待发送的消息会保留；排除问题后请在“开放接口”中重新启用。`;
  const notice = { accountId: hook.accountId, type: SYSTEM_TYPES.notice, title: 'Webhook 已停用', body };
  await notifyUser(trx, { ...notice, link: '/developer', key: `webhook-off:${hook.id}:${now.getTime()}` }, now);
  return true;
}

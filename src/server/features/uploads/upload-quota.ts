import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import { uploadsSince } from '#server/platform/files/queries.ts';

/** What one account may upload on one day of Asia/Shanghai. */
export const MAX_UPLOADS_A_DAY = 200;
const MAX_UPLOAD_BYTES_A_DAY = 500 * 1024 * 1024;

/** @throws Failure TOO_MANY_REQUESTS */
export async function refuseOverQuota(db: Db, accountId: string, now: Date): Promise<void> {
  const midnight = startOfShanghaiDay(shanghaiDay(now));
  const { files, bytes } = await uploadsSince(db, accountId, midnight);
  if (files >= MAX_UPLOADS_A_DAY || bytes >= MAX_UPLOAD_BYTES_A_DAY)
    throw new Failure('TOO_MANY_REQUESTS', '今日上传已达上限，请明天再试');
}

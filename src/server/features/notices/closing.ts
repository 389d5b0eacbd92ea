import type { Db } from '#server/db/database.ts';
import { forgetOwn } from './queries.ts';

/** Takes away what the platform said to a closed account alone; what was said to many stays theirs. */
export const forgetNotices = (trx: Db, accountId: string): Promise<void> => forgetOwn(trx, accountId);

import type { Db } from '#server/db/database.ts';
import { claimReader, type ReaderState } from './queries.ts';

export type Step = 'more' | 'done';

/** Another process subscribed or read on meanwhile. */
const isOvertaken = (error: unknown): boolean => ['40001', '40P01'].includes(String((error as { code?: string }).code));

/**
 * Reads on in one transaction: of several processes one reads at a time. `done` too where another one is at it, or no
 * subscription has begun.
 */
export async function readOn(db: Db, read: (trx: Db, state: ReaderState) => Promise<Step>): Promise<Step> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const claimed = await claimReader(trx);
        return claimed === undefined ? 'done' : read(trx, claimed);
      });
  } catch (error) {
    if (isOvertaken(error)) return 'more';
    throw error;
  }
}

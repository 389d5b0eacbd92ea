import { markedObjects } from '#server/core/derived/queries.ts';
import type { Services } from '#server/services.ts';

/**
 * Works out what follows from the records that a command wrote, so that no one reads older totals until the server starts.
 * `signal` ends it after the batch at hand. True when nothing is left.
 */
export async function settleMarks({ database, derived }: Services, signal: AbortSignal): Promise<boolean> {
  if ((await markedObjects(database.db)).length === 0) return true;
  console.log('正在重算汇总字段……');
  if (signal.aborted) await derived.stop();
  signal.addEventListener('abort', () => void derived.stop());
  await derived.drain();
  if (signal.aborted) console.log('汇总字段还没有全部重算，服务运行时会继续');
  return !signal.aborted;
}

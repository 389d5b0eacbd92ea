import { Failure } from '#shared/errors.ts';

/** Longest that readers may queue behind a storage change that is itself waiting, in milliseconds. */
export const LOCK_WAIT_MS = 40;
const LOCK_TRIES = 200;
const LOCK_NOT_AVAILABLE = '55P03';

interface Waiting {
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Does what needs a lock, and steps back and tries again while the table is busy. @throws Failure UNAVAILABLE */
export async function patiently<T>({ wait }: Waiting, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === LOCK_TRIES) throw new Failure('UNAVAILABLE', '数据正被占用，元数据未保存，请稍后重试');
      await wait(LOCK_WAIT_MS);
    }
  }
}

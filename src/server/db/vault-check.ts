import { Failure } from '#shared/errors.ts';
import type { Database } from './database.ts';

export const CHECK_PLACE = 'vault_check';
const WORD = 'jingtu';

/** Refuses a key with which what is sealed here could not be opened; the first key that comes is the right one. */
export async function checkVault({ db, vault }: Pick<Database, 'db' | 'vault'>): Promise<void> {
  await db
    .insertInto('vault_check')
    .values({ sealed: vault.seal(WORD, CHECK_PLACE) })
    .onConflict((conflict) => conflict.column('single').doNothing())
    .execute();
  const { sealed } = await db.selectFrom('vault_check').select('sealed').executeTakeFirstOrThrow();
  try {
    vault.open(sealed, CHECK_PLACE);
  } catch {
    throw new Failure(
      'UNAVAILABLE',
      '密钥与数据库不符：请设置写入这些数据时所用的 SECRET_KEY，或恢复数据目录中的 secret.key 文件。',
    );
  }
}

// `npm run rotate-key`: brings what is sealed in the database and the upload folder under the first key of SECRET_KEY=new,old, slice by slice beside the
// running servers, and says whether the other keys may go. It can be ended and begun again. Ends with 1 while they may not.
import { Failure } from '#shared/errors.ts';
import { pendingMigrations } from '#server/db/migrations.ts';
import { checkVault } from '#server/db/vault-check.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { rotateKeys } from '#server/platform/keys/rotation.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import { openOwnDatabase, ownConfiguration, readArguments, runCommand } from './command-line.ts';

const TOLD_EACH = 3000;

await runCommand(async () => {
  readArguments('用法：npm run rotate-key', {});
  const database = await openOwnDatabase();
  try {
    if (database.vault.keyIds.length < 2)
      throw new Failure(
        'UNAVAILABLE',
        '只有一个密钥。更换密钥时请设置 SECRET_KEY=新密钥,旧密钥（或在 secret.key 中把新密钥写在前面）。',
      );
    if ((await pendingMigrations(database.db)).length > 0)
      throw new Failure('UNAVAILABLE', '数据库尚未升级到此版本，请先启动一次服务。');
    await checkVault(database);
    const told = new Map<string, number>();
    const { sealed, indexed, log } = await rotateKeys({
      database,
      kinds: await sealedKinds(database.db),
      now: new Date(),
      progress: ({ table, column }, done) => {
        const name = `${table}.${column}`;
        if (done - (told.get(name) ?? -TOLD_EACH) < TOLD_EACH) return;
        told.set(name, done);
        console.log(`${name}：已用新密钥重新加密 ${done} 个`);
      },
    });
    const files = new FileStore(ownConfiguration(), database.vault);
    const { sealed: resealed, left } = await files.sealPrivate(async () => undefined);
    if (resealed > 0) console.log(`非公开文件：已用新密钥重新加密 ${resealed} 个`);
    for (const id of left) console.log(`非公开文件 ${id} 无法打开，请从备份恢复`);
    for (const name of sealed) console.log(`仍由旧密钥加密：${name}，请再次运行 npm run rotate-key`);
    for (const [what, count] of Object.entries(indexed)) console.log(`只能用旧密钥查找：${what} ${count} 个`);
    for (const line of log) console.log(`操作日志未能改由新密钥担保：${line}`);
    if (left.length > 0 || sealed.length > 0 || log.length > 0 || Object.keys(indexed).length > 0) {
      console.log('旧密钥还不能移除。');
      return 1;
    }
    console.log(
      '全部内容都已改用新密钥，旧密钥可以移除了。此前寄出的邮件中的退订链接和数据接口的同步令牌随旧密钥失效，建议再保留 30 天。',
    );
    return 0;
  } finally {
    await database.close();
  }
});

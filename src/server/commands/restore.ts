// `npm run restore -- <file>`: puts an installation back from a file that `npm run backup` wrote, into an empty database of
// either kind. It refuses what does not fit before it touches anything, and is done as a whole or not at all.
import path from 'node:path';
import { restoreInstallation } from '#server/platform/backups/restore-installation.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import { ownConfiguration, ownPassphrase, readArguments, runCommand, UsageError } from './command-line.ts';
import { progressOn } from './progress.ts';
import { release } from '#server/release.ts';
import { pastPooler } from './configuration/configuration.ts';

const USAGE = '用法：npm run restore -- <文件>（数据库须是空的；备份含密钥时，由 BACKUP_PASSPHRASE 打开）';

await runCommand(async () => {
  const { positionals } = readArguments(USAGE, {}, 1);
  const [given] = positionals;
  if (given === undefined) throw new UsageError(USAGE);
  const { database, uploadDir, hostedStorage, importDir, bucket } = ownConfiguration();
  const bar = progressOn(process.stderr, () => performance.now());
  const restored = await restoreInstallation({
    file: path.resolve(given),
    database: { ...database, url: pastPooler(database) },
    folders: { uploads: hostedStorage ? undefined : uploadDir, imports: importDir, bucket },
    passphrase: ownPassphrase(),
    release: release(),
    sealedKinds,
    progress: bar.step,
  });
  bar.end();
  for (const each of restored.notIncluded) console.log(`注意：备份不含${each}。`);
  if (restored.missingFiles.length > 0)
    console.log(
      `注意：备份时已有 ${restored.missingFiles.length} 个文件不在上传目录中，如 ${restored.missingFiles[0]}。`,
    );
  if (restored.changedFiles.length > 0)
    console.log(
      `注意：备份时已有 ${restored.changedFiles.length} 个文件的内容与上传时不同，如 ${restored.changedFiles[0]}。`,
    );
  console.log('已恢复并核对，可以启动服务。');
});

// `npm run backup -- <file> [--with-key] [--no-verify]`: writes everything that the installation keeps into one file, then
// restores it into a database that is thrown away and compares. `npm run backup -- --verify <file>` looks at one that is there.
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { checkVault } from '#server/db/vault-check.ts';
import type { ManifestContent } from '#server/platform/backups/manifest.ts';
import { checkPassphrase } from '#server/platform/backups/key-copy.ts';
import { takeBackup } from '#server/platform/backups/take-backup.ts';
import { verifyBackup } from '#server/platform/backups/verify-backup.ts';
import { Failure } from '#shared/errors.ts';
import { existingVault } from '#server/db/vault.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import {
  openOwnDatabase,
  ownConfiguration,
  ownPassphrase,
  readArguments,
  runCommand,
  UsageError,
} from './command-line.ts';
import { progressOn } from './progress.ts';
import { release } from '#server/release.ts';
import { pastPooler } from './configuration/configuration.ts';

const USAGE = `用法：
  npm run backup -- <文件> [--with-key] [--no-verify]   备份数据库和文件，并核对；--with-key 同时保存密钥，由 BACKUP_PASSPHRASE 保护
  npm run backup -- --verify <文件>                     核对一份已有的备份`;

/** A database that takes more than this on the disk is verified when that is asked for. */
const VERIFIED_BYTES = 10 * 2 ** 30;

function say({ database, members, missingFiles, changedFiles, notIncluded }: ManifestContent): void {
  const rows = Object.values(database.rows).reduce((sum, each) => sum + each, 0);
  const files = members.filter(({ name }) => /^(uploads|imports)\//.test(name)).length;
  console.log(`${Object.keys(database.rows).length} 个表，${rows} 行，${files} 个文件。`);
  if (database.auditEnd !== null) console.log(`操作日志末条：${database.auditEnd}`);
  for (const each of notIncluded) console.log(`注意：备份不含${each}。`);
  if (missingFiles.length > 0)
    console.log(`注意：数据库提到的 ${missingFiles.length} 个文件已不在上传目录中，如 ${missingFiles[0]}。`);
  if (changedFiles.length > 0)
    console.log(`注意：${changedFiles.length} 个文件的内容与上传时不同，如 ${changedFiles[0]}。`);
}

// Users who open lists meanwhile come first.
setPriority(constants.priority.PRIORITY_LOW);
await runCommand(async () => {
  const options = {
    'with-key': { type: 'boolean' },
    'no-verify': { type: 'boolean' },
    verify: { type: 'boolean' },
  } as const;
  const { values, positionals } = readArguments(USAGE, options, 1);
  const [given] = positionals;
  if (given === undefined || (values.verify && (values['no-verify'] || values['with-key'])))
    throw new UsageError(USAGE);
  const file = path.resolve(given);
  const { database: settings, uploadDir, hostedStorage, importDir, bucket } = ownConfiguration();
  const passphrase = values['with-key'] ? checkPassphrase(ownPassphrase()) : undefined;
  const bar = progressOn(process.stderr, () => performance.now());
  const work = { file, release: release(), now: new Date(), progress: bar.step };
  const verify = async () => {
    const vault = existingVault(settings.secretKey, settings.dataDir);
    if (!vault) throw new Failure('UNAVAILABLE', '没有密钥：请设置写入这些数据时所用的 SECRET_KEY。');
    const manifest = await verifyBackup({ ...work, vault, url: pastPooler(settings), sealedKinds });
    bar.end();
    return manifest;
  };
  if (values.verify) {
    say(await verify());
    console.log('备份完好，可以恢复。');
    return;
  }
  const folders = { uploads: hostedStorage ? undefined : uploadDir, imports: importDir, bucket };
  const database = await openOwnDatabase();
  const manifest = await (async () => {
    try {
      await checkVault(database);
      return await takeBackup(database, { ...work, folders, passphrase });
    } finally {
      await database.close();
    }
  })();
  bar.end();
  console.log(`备份已写入 ${file}`);
  say(manifest);
  if (values['no-verify'] || manifest.database.bytes > VERIFIED_BYTES)
    return console.log('尚未核对。可用 npm run backup -- --verify <文件> 核对。');
  await verify();
  console.log('已核对：备份完好，可以恢复。');
});

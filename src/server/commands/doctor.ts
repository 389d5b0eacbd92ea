// `npm run doctor`: looks at what the product needs before it is started, and says what is well and what is not. It changes
// nothing and sends nothing. Ends with 1 when something is not well.
import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { databaseFacts } from '#server/db/database-facts.ts';
import { OTHER_CONNECTIONS } from '#server/db/postgres.ts';
import { pendingMigrations } from '#server/db/migrations.ts';
import { surveyReplicas } from '#server/db/replicas/survey.ts';
import { checkVault } from '#server/db/vault-check.ts';
import { hasStaff } from '#server/commands/seed/queries.ts';
import type { BackupPlan } from '#server/platform/backups/backup-clock.ts';
import { latestRuns } from '#server/platform/backups/run-queries.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { checkObjects } from '#server/platform/objects/check-objects.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';
import { installationKind } from '#server/platform/installation/queries.ts';
import { openOwnDatabase, ownConfiguration, readArguments, runCommand } from './command-line.ts';
import { startupError } from './startup-error.ts';

const GIB = 2 ** 30;
/** Uploads are refused long before that, but a database that runs out of space ends. */
const LEAST_FREE_GIB = 2;
/** Clocks further apart than this, in milliseconds, put messages and deadlines in another order. */
const MOST_APART_MS = 2000;

let problems = 0;
const well = (line: string) => console.log(`正常  ${line}`);
const note = (line: string) => console.log(`提示  ${line}`);
function problem(line: string): void {
  problems += 1;
  console.log(`问题  ${line}`);
}

async function checkFolder(what: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return note(`${what} ${folder} 尚未创建，首次启动时创建`);
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = (bavail * bsize) / GIB;
    const words = `${what} ${folder} 可写，剩余 ${free.toFixed(1)} GB`;
    if (free < LEAST_FREE_GIB) problem(`${words}，空间不足`);
    else well(words);
  } catch (error) {
    problem(`${what} ${folder}：${fileTrouble(error)}`);
  }
}

async function checkBucket(bucket: ObjectStore): Promise<void> {
  const trouble = await checkObjects(bucket);
  if (trouble === undefined) well('S3 存储可写、可读、可列出、可删除');
  else problem(`S3 存储无法使用：${trouble}`);
}

async function checkBackups(database: Database, plan: BackupPlan | undefined): Promise<void> {
  const { last, good } = await latestRuns(database.db);
  if (last?.problem) problem(`${last.day} 的自动备份失败：${last.problem}`);
  if (good) note(`最近一次核对过的备份：${good.file}（${good.day}）`);
  if (!plan && !good) note('没有自动备份：可设置 BACKUP_AT 和 BACKUP_TO，或定期运行 npm run backup -- <文件>');
}

async function checkReplicas(database: Database): Promise<void> {
  for (const replica of await surveyReplicas(database)) {
    const name = `只读副本 ${replica.server}`;
    if ('fault' in replica) problem(`${name} 无法使用：${startupError(replica.fault)}`);
    else if (!replica.isOfCluster) problem(`${name} 不是这个数据库的副本`);
    else if (!replica.isStandby) note(`${name} 现在是主库，读取由主库应答`);
    else well(`${name} 可用，落后 ${Math.ceil(replica.behindBytes / 1024)} KB`);
  }
}

async function checkDatabase(database: Database, connections: number, backups: BackupPlan | undefined): Promise<void> {
  const ofProcess = 2 * connections + OTHER_CONNECTIONS;
  const before = Date.now();
  const { version, isStandby, now, maxConnections } = await databaseFacts(database);
  const kind = database.kind === 'postgres' ? 'PostgreSQL' : '内置数据库';
  if (isStandby) return problem(`${kind} ${version} 是备库，只能读取，请连接主库`);
  well(`${kind} ${version} 可写`);
  const apart = Math.abs(now.getTime() - (before + Date.now()) / 2);
  if (apart > MOST_APART_MS) problem(`数据库的时钟与本机相差 ${Math.round(apart / 1000)} 秒，请校准（NTP）`);
  if (database.kind === 'postgres')
    note(`数据库最多 ${maxConnections} 个连接，可同时运行约 ${Math.floor(maxConnections / ofProcess)} 个服务进程`);
  await checkReplicas(database);
  const pending = await pendingMigrations(database.db);
  if (pending.length > 0) return note(`下次启动将执行 ${pending.length} 个迁移（npm run migrate -- --plan 可查看）`);
  well('数据库的表与此版本一致');
  await checkVault(database);
  well('密钥与数据库相符');
  await checkBackups(database, backups);
  const marked = await installationKind(database.db);
  if (marked) note(marked === 'real' ? '这是正式数据库' : '这是示例数据库，请勿用于正式服务');
  if (!(await hasStaff(database.db))) note('还没有运营人员，请运行 npm run staff -- grant <手机号或用户名>');
}

async function checkOwnDatabase(connections: number, backups: BackupPlan | undefined): Promise<void> {
  try {
    const database = await openOwnDatabase();
    try {
      await checkDatabase(database, connections, backups);
    } finally {
      await database.close();
    }
  } catch (error) {
    problem(startupError(error));
  }
}

async function check(): Promise<void> {
  const {
    database: settings,
    uploadDir,
    hostedStorage,
    bucket,
    providers,
    isPrivate,
    publicOrigin,
    backups,
  } = ownConfiguration();
  well('配置');
  await checkFolder('数据目录', settings.dataDir);
  if (!hostedStorage) await checkFolder('上传目录', uploadDir);
  if (bucket) await checkBucket(bucket);
  if (backups) await checkFolder('备份目录', backups.to);
  if (!settings.url && !existsSync(settings.dataDir)) note('内置数据库尚未创建，首次启动时创建');
  else await checkOwnDatabase(settings.connections, backups);
  if (!providers.mail.check) note('邮件只打印在控制台');
  else
    await providers.mail.check().then(
      () => well('邮件服务器可登录'),
      (error: Error) => problem(`邮件服务器无法登录：${error.message}`),
    );
  if (!isPrivate && publicOrigin === undefined) note('未设置 PUBLIC_ORIGIN：邮件和二维码中的链接可能打不开');
}

await runCommand(async () => {
  readArguments('用法：npm run doctor', {});
  try {
    await check();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (const line of error.message.split('\n')) problem(line);
  }
  console.log(problems === 0 ? '没有发现问题。' : `发现 ${problems} 个问题。`);
  return problems === 0 ? 0 : 1;
});

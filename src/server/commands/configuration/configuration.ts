import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Complaints } from '#shared/complaints.ts';
import { Failure } from '#shared/errors.ts';
import { changeLogDays } from '#server/core/changes/expire-changes.ts';
import { POOL_CONNECTIONS } from '#server/db/postgres.ts';
import type { Environment } from '#server/environment.ts';
import type { Product } from '#server/http/client-files.ts';
import { configuredOrigin } from '#server/http/configured-address.ts';
import { readProduct } from '#server/http/product.ts';
import type { BackupPlan } from '#server/platform/backups/backup-clock.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { readHostedStorage } from '#server/platform/files/hosted-config.ts';
import type { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import { readBucket } from '#server/platform/objects/bucket-config.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';
import { isPrivateStart } from '#server/platform/installation/private-start.ts';
import type { MetricsPlace } from '#server/platform/metrics/metrics-server.ts';
import { type Providers, readProviders } from '#server/platform/providers/providers.ts';
import type { RetentionDays } from '#server/platform/retention/retention.ts';
import { addressesOf, listenPlace } from './checks.ts';
import { VARIABLES } from './variables.ts';

/** What the environment says of the database, for the server and every command. */
export interface DatabaseSettings {
  /** Absent for the embedded database. */
  readonly url: string | undefined;
  /** Past the pooler, where `url` leads to one. */
  readonly directUrl: string | undefined;
  /** Standbys that may answer reads. */
  readonly readUrls: readonly string[];
  /** Connections of each of the pools at most. */
  readonly connections: number;
  readonly dataDir: string;
  readonly secretKey: string | undefined;
}

/** The address of the database without a pooler between; undefined for the embedded one. */
export const pastPooler = ({ url, directUrl }: Pick<DatabaseSettings, 'url' | 'directUrl'>): string | undefined =>
  directUrl ?? url;

/** What the environment says of the server. */
export interface Configuration {
  readonly database: DatabaseSettings;
  readonly host: string;
  readonly port: number;
  /** Only the user of this machine reaches the server: sample accounts may be used. */
  readonly isPrivate: boolean;
  /** Folder of the files that people upload; processes on one database share it. */
  readonly uploadDir: string;
  /** Folder of files that are uploaded to be imported, beside the data; processes that share it can go on with each other's. */
  readonly importDir: string;
  /** See AppOptions. */
  readonly uploadServer: string | undefined;
  readonly hostedStorage: HostedStorage | undefined;
  /** The bucket that takes the place of both folders. */
  readonly bucket: ObjectStore | undefined;
  readonly product: Product;
  readonly providers: Providers;
  readonly trustProxy: string | undefined;
  readonly publicOrigin: string | undefined;
  readonly isCaptchaHosted: boolean;
  readonly logLevel: string;
  /** Users may have messages sent to addresses of their own. */
  readonly sendsWebhooks: boolean;
  readonly changeLogDays: number;
  /** What else is kept for days alone. */
  readonly retention: RetentionDays;
  /** How long the process goes on accepting once it is to end and says so, in seconds. */
  readonly drainSeconds: number;
  /** Where the process publishes its metrics; absent when nowhere. */
  readonly metrics: MetricsPlace | undefined;
  /** Backups that the server takes by itself. */
  readonly backups: BackupPlan | undefined;
  /** Where staff may do nothing before they have a second factor: everywhere, on real data, or nowhere. */
  readonly staffFactor: 'always' | 'real' | 'never';
}

const DEFAULT_PORT = 3600;
const LONGEST_SHOWN = 60;
const KEPT_BACKUPS = 7;
const IMPORT_KEPT_DAYS = 90;

/**
 * A secret, or the content of the file that `NAME_FILE` names: containers and service managers hand secrets over so.
 * @throws Failure UNAVAILABLE where both are set, or the file cannot be read
 */
export function readSecret(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name];
  if (env[name]) throw new Failure('UNAVAILABLE', `${name} 和 ${name}_FILE 只能设置一个。`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Failure('UNAVAILABLE', `${name}_FILE 所指的文件“${file}”无法读取：${fileTrouble(error)}`);
  }
}

function staffFactorOf(env: Environment): Configuration['staffFactor'] {
  if (env['STAFF_SECOND_FACTOR'] === '1') return 'always';
  return env['NODE_ENV'] === 'production' ? 'real' : 'never';
}

/** What the database is opened by. */
const OF_DATABASE = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URLS',
  'DATABASE_CONNECTIONS',
  'JINGTU_DATA',
  'SECRET_KEY',
];

/** Each variable looked at by itself, with secrets read from their files. One that is wrong counts as set. */
function readEach(names: readonly string[], env: Environment, complaints: Complaints): Environment {
  const read: Record<string, string | undefined> = { ...env };
  for (const name of names) {
    const { check, isSecret } = VARIABLES[name] ?? {};
    const text = isSecret ? (complaints.from(() => readSecret(env, name)) ?? env[name]) : env[name];
    read[name] = text;
    const fault = text ? check?.(text) : undefined;
    const shown = isSecret ? '' : `，现在是“${text?.slice(0, LONGEST_SHOWN)}”`;
    if (fault !== undefined) complaints.add(`${name} ${fault}${shown}。`);
  }
  if (read['DATABASE_READ_URLS'] && !read['DATABASE_URL'])
    complaints.add('DATABASE_READ_URLS 须与 DATABASE_URL 同时设置：内置数据库没有只读副本。');
  return read;
}

const portOf = (env: Environment): number => Number(env['PORT'] || DEFAULT_PORT);
const publicOriginOf = (env: Environment) => configuredOrigin('PUBLIC_ORIGIN', env['PUBLIC_ORIGIN']);

const databaseOf = (env: Environment, root: string): DatabaseSettings => ({
  url: env['DATABASE_URL'] || undefined,
  directUrl: env['DATABASE_DIRECT_URL'] || undefined,
  readUrls: env['DATABASE_READ_URLS'] ? addressesOf(env['DATABASE_READ_URLS']) : [],
  connections: Number(env['DATABASE_CONNECTIONS'] || POOL_CONNECTIONS),
  dataDir: env['JINGTU_DATA'] || path.join(root, 'data'),
  secretKey: env['SECRET_KEY'] || undefined,
});

/**
 * The database that the environment names, for commands that need nothing else. `root` is the folder of the program.
 * @throws Failure UNAVAILABLE with a line for each variable that is wrong
 */
export function readDatabaseSettings(env: Environment, root: string): DatabaseSettings {
  const complaints = new Complaints();
  const read = readEach(OF_DATABASE, env, complaints);
  complaints.refuse();
  return databaseOf(read, root);
}

/**
 * Where users reach the server: its public origin, else the port on this machine.
 * @throws Failure UNAVAILABLE with a line for each variable that is wrong
 */
export function readLinkOrigin(env: Environment): string {
  const complaints = new Complaints();
  const read = readEach(['PUBLIC_ORIGIN', 'PORT'], env, complaints);
  const origin = complaints.from(() => publicOriginOf(read));
  complaints.refuse();
  return origin ?? `http://127.0.0.1:${portOf(read)}`;
}

/** @throws Failure where it is said when and not where to */
function readBackupPlan(env: Environment): BackupPlan | undefined {
  const { BACKUP_AT: at, BACKUP_TO: to } = env;
  if (!at && !to) return undefined;
  if (!at || !to) throw new Failure('UNAVAILABLE', 'BACKUP_AT 和 BACKUP_TO 须同时设置。');
  return { at, to: path.resolve(to), keep: Number(env['BACKUP_KEEP'] || KEPT_BACKUPS) };
}

/**
 * Everything that the environment says of a server, read at once. `root` is the folder of the program. An empty text is
 * as good as none.
 * @throws Failure UNAVAILABLE with a line for each complaint; the text of a secret is in none
 */
export function readConfiguration(env: Environment, root: string, say: (line: string) => void): Configuration {
  const complaints = new Complaints();
  const read = readEach(Object.keys(VARIABLES), env, complaints);
  const providers = complaints.from(() => readProviders(read, say));
  const product = complaints.from(() => readProduct(read));
  const hostedStorage = complaints.from(() => readHostedStorage(read));
  const bucket = complaints.from(() => readBucket(read, say));
  const publicOrigin = complaints.from(() => publicOriginOf(read));
  const days = complaints.from(() => changeLogDays(read['CHANGE_LOG_DAYS']));
  const backups = complaints.from(() => readBackupPlan(read));
  complaints.refuse();
  if (!providers || !product || days === undefined) throw new Error('A reader refused without a complaint.');
  const host = read['HOST'] || '127.0.0.1';
  const database = databaseOf(read, root);
  return {
    database,
    host,
    port: portOf(read),
    isPrivate: isPrivateStart(read, host),
    uploadDir: read['UPLOAD_DIR'] || path.join(database.dataDir, 'uploads'),
    importDir: path.join(database.dataDir, 'imports'),
    uploadServer: read['UPLOAD_SERVER'] || undefined,
    hostedStorage,
    bucket,
    product,
    providers,
    trustProxy: read['TRUST_PROXY'] || undefined,
    publicOrigin,
    isCaptchaHosted: Boolean(read['GEETEST_ID']),
    logLevel: read['LOG_LEVEL'] || (read['NODE_ENV'] === 'production' ? 'info' : 'warn'),
    sendsWebhooks: read['WEBHOOKS'] === '1',
    changeLogDays: days,
    retention: {
      history: Number(read['HISTORY_DAYS'] || 0),
      contactViews: Number(read['CONTACT_VIEW_DAYS'] || 0),
      notices: Number(read['NOTICE_DAYS'] || 0),
      importKept: Number(read['IMPORT_KEPT_DAYS'] || IMPORT_KEPT_DAYS),
    },
    drainSeconds: Number(read['DRAIN_SECONDS'] || 0),
    metrics: listenPlace(read['METRICS_LISTEN'] ?? ''),
    backups,
    staffFactor: staffFactorOf(read),
  };
}

import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { createApp } from './app.ts';
import { buildClientIfStale } from './commands/build-client.ts';
import { hasAccounts, hasStaff, sampleAccountsOpen } from '#server/commands/seed/queries.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { storeHelp } from '#server/commands/seed/help.ts';
import { storeHome } from '#server/commands/seed/home.ts';
import { storeLegal } from '#server/commands/seed/legal.ts';
import { storeProducts } from '#server/commands/seed/products.ts';
import { storeAlbums } from '#server/commands/seed/albums.ts';
import { SAMPLE_PASSWORD, storeSample } from '#server/commands/seed/store-sample.ts';
import { expirePlans } from './features/contacts/plan-reader-queries.ts';
import { sweepPipeline } from './features/pipeline/sweep.ts';
import { sweepDeadlines } from './features/financing/sweep.ts';
import { sweepExpired } from './features/identity/sweep.ts';
import { sweepShown } from './features/matching/exposure-queries.ts';
import { sweepLapsed } from './features/matching/feedback-queries.ts';
import { sweepKeys } from './features/open/sweep.ts';
import { sweepVisits } from './features/visits/sweep.ts';
import { notifyFollowers } from '#server/features/livestreams/notify-followers.ts';
import { expireCodes } from '#server/features/wallet/orders/code-queries.ts';
import { closeOverdue } from '#server/features/wallet/orders/queries.ts';
import type { Product } from './http/client-files.ts';
import { DOCS_PATH } from './http/docs.ts';
import { openListenSockets } from '#server/http/listen-sockets.ts';
import { readOrigin } from './http/link-origin.ts';
import { clearEndedVip } from '#server/platform/coins/vip-queries.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import type { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import { sweepUploads } from '#server/platform/files/sweep.ts';
import { decideKind } from '#server/platform/installation/decide-kind.ts';
import type { InstallationKind } from '#server/platform/installation/queries.ts';
import { guardSampleAccounts } from '#server/platform/installation/sample-accounts.ts';
import type { Providers } from '#server/platform/providers/providers.ts';
import { ProcessEnd } from './process-end.ts';
import { changeLogDays, expireOldChanges } from '#server/core/changes/expire-changes.ts';
import { passEquivalents } from '#server/core/records/equivalent-pass.ts';
import { openServices, type Services } from './services.ts';

export interface StartOptions {
  readonly database: Database;
  readonly host: string;
  readonly port: number;
  /** Mark a new database as real: it never gets sample data. */
  readonly empty: boolean;
  /** Only the user of this machine reaches the server: sample accounts may be used. */
  readonly isPrivate: boolean;
  readonly clientDir: string;
  /** Folder of files that are uploaded to be imported, beside the data; processes that share it can go on with each other's. */
  readonly importDir: string;
  /** Folder of the files that people upload; processes on one database share it. */
  readonly uploadDir: string;
  /** See AppOptions. */
  readonly uploadServer?: string | undefined;
  /** See AppOptions. */
  readonly hostedStorage?: HostedStorage | undefined;
  readonly product: Product;
  readonly providers: Providers;
  /** See AppOptions. */
  readonly trustProxy?: string | undefined;
  readonly say: (line: string) => void;
}

/** How often waits for mails and VIP whose term is over are ended and forgotten uploads taken away, in milliseconds. */
const SWEEP_MS = 10 * 60 * 1000;
/** How soon what another process has left of the values that follow from others is worked off, in milliseconds. */
const DERIVED_SWEEP_MS = { postgres: 1000, embedded: 15 * 1000 } as const;
/** How soon followers of a livestream are notified that it has begun, in milliseconds. */
const LIVE_SWEEP_MS = 15 * 1000;

/** Brings the product up on an open database: what ships, sample data on a first start, client, server. */
export async function start(options: StartOptions): Promise<void> {
  const { database, say } = options;
  const daysOfChanges = changeLogDays(process.env['CHANGE_LOG_DAYS']);
  // Building takes seconds on a first start; the database is filled meanwhile.
  const built = buildClientIfStale();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  for (const fault of services.unfit) say(`系统对象的定义与此版本不符，已改用随产品发布的定义：${fault}`);
  const kind = await decideKind(database, services.now(), options);
  if (kind === 'sample' && options.isPrivate && !(await hasAccounts(database.db))) await fill(services, options);
  await guardSampleAccounts(services, { kind, isPrivate: options.isPrivate });
  await storeProducts(database, services.writer, services.now());
  await storeHelp(database, services.writer, services.now());
  await storeHome(database, services.writer, services.now());
  await storeLegal(database, services.now());
  await built;
  const app = await createApp(services, {
    client: { folder: options.clientDir, product: options.product },
    importDir: options.importDir,
    uploadDir: options.uploadDir,
    uploadServer: options.uploadServer,
    hostedStorage: options.hostedStorage,
    publicOrigin: readOrigin(process.env['PUBLIC_ORIGIN']),
    isCaptchaHosted: Boolean(process.env['GEETEST_ID']),
    providers: options.providers,
    trustProxy: options.trustProxy,
    logger: { level: process.env['LOG_LEVEL'] ?? 'warn' },
  });
  const sockets = await openListenSockets(app, { host: options.host, port: options.port });
  say((await greeting(services, options, kind)).join('\n'));
  const sweep = setInterval(() => {
    // What a sweep cannot do now the next one does; requests in between are answered correctly anyway.
    void services.derived.passDay().catch(() => undefined);
    void services.duplicates.passDay().catch(() => undefined);
    void services.quality.passDay().catch(() => undefined);
    void expireOldChanges(database.db, services.now(), daysOfChanges).catch(() => undefined);
    void sweepExpired(database.db, services.now()).catch(() => undefined);
    void sweepDeadlines(services).catch(() => undefined);
    void sweepPipeline(services).catch(() => undefined);
    void expirePlans(database.db, services.now()).catch(() => undefined);
    void sweepKeys(services).catch(() => undefined);
    void sweepVisits(database.db, services.now()).catch(() => undefined);
    void sweepShown(database.db, services.now()).catch(() => undefined);
    void sweepLapsed(database.db, services.now()).catch(() => undefined);
    void clearEndedVip(database.db, services.now()).catch(() => undefined);
    void sweepUploads(database.db, new FileStore(options.uploadDir), services.now()).catch(() => undefined);
  }, SWEEP_MS);
  const livestreamSweep = setInterval(() => {
    const now = services.now();
    void closeOverdue(database.db, now).catch(() => undefined);
    void expireCodes(database.db, now).catch(() => undefined);
    void notifyFollowers({ db: database.db, hints: services.hints }, now).catch(() => undefined);
  }, LIVE_SWEEP_MS);
  const derivedSweep = setInterval(() => services.derived.wake(), DERIVED_SWEEP_MS[database.kind]);
  const stop = new AbortController();
  const end = new ProcessEnd({
    app,
    sockets,
    database,
    stopTimers: () => {
      stop.abort();
      clearInterval(sweep);
      clearInterval(livestreamSweep);
      clearInterval(derivedSweep);
    },
  });
  end.watch();
  try {
    // Indexes of earlier saves, after the server accepts requests.
    await services.metadata.runIndexJobs();
    await services.search.jobs.fill();
    await services.formulas.jobs.fill();
    await services.derived.passDay();
    await services.duplicates.passDay();
    await services.quality.passDay();
    // Rates may have come where the pass over the amounts could not end.
    await passEquivalents(services, false, { signal: stop.signal, giveWay: () => turn() });
  } catch (error) {
    // A slice that the end of the process cut off is done again after the next start.
    if (!stop.signal.aborted) end.fault(error);
  }
}

async function fill(services: Services, { uploadDir, say }: Pick<StartOptions, 'uploadDir' | 'say'>): Promise<void> {
  say('首次启动：正在写入示例数据……');
  let told = 0;
  await storeSample(services, services.now(), (done) => {
    if (done - told < 1000) return;
    told = done;
    say(`  已写入 ${done} 条`);
  });
  await storeAlbums({ ...services, uploads: new FileStore(uploadDir) }, services.now());
}

async function greeting(
  { database }: Services,
  { host, port, product }: StartOptions,
  kind: InstallationKind,
): Promise<string[]> {
  const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/`;
  const lines = ['', `${product.name}已启动：${address}`, `接口文档：${address}${DOCS_PATH.slice(1)}`];
  if (!(await hasStaff(database.db)))
    lines.push('还没有运营人员账号。停止服务后运行 npm run staff -- grant <手机号或用户名>，即可创建第一个。');
  if (await sampleAccountsOpen(database.db))
    return [
      ...lines,
      `示例账号（密码均为 ${SAMPLE_PASSWORD}）：`,
      ...SAMPLE_ACCOUNTS.map(({ username, name }) => `  ${username.padEnd(14)}${name}`),
    ];
  if (kind === 'sample')
    lines.push('注意：此数据库含示例数据。示例账号的密码是公开的，他人可能访问此服务，示例账号已停用。');
  return lines;
}

import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { isWritable } from '#server/db/database-facts.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import { healthRoutes } from '#server/http/health.ts';
import type { Database } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { createApp } from './app.ts';
import { collectGarbage } from './collect-garbage.ts';
import { buildClientIfStale } from './commands/build-client.ts';
import type { Configuration } from './commands/configuration/configuration.ts';
import { hasStaff, sampleAccountsOpen } from '#server/commands/seed/queries.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { storeHelp } from '#server/commands/seed/help.ts';
import { storeHome } from '#server/commands/seed/home.ts';
import { storeRowBudgets } from '#server/commands/seed/row-budgets.ts';
import { storeLegal } from '#server/commands/seed/legal.ts';
import { storeProducts } from '#server/commands/seed/products.ts';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';
import { PUBLIC_OUTBOUND } from './features/open/webhooks/outbound/post.ts';
import { DOCS_PATH } from './http/docs.ts';
import { openListenSockets } from '#server/http/listen-sockets.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { BackupClock, type BackupPlan } from '#server/platform/backups/backup-clock.ts';
import { decideKind } from '#server/platform/installation/decide-kind.ts';
import type { InstallationKind } from '#server/platform/installation/queries.ts';
import { guardSampleAccounts } from '#server/platform/installation/sample-accounts.ts';
import { Metrics } from '#server/platform/metrics/metrics.ts';
import { openMetricsServer } from '#server/platform/metrics/metrics-server.ts';
import { CLOSED_FILES, promptSweeps, slowSweeps } from './all-sweeps.ts';
import { Sweeps } from './sweeps.ts';
import { ProcessEnd } from './process-end.ts';
import { passEquivalents } from '#server/core/records/equivalent-pass.ts';
import { release } from '#server/release.ts';
import { sealedKinds } from './sealed-kinds.ts';
import { openServices, type Services } from './services.ts';

export interface StartOptions extends Omit<Configuration, 'database'> {
  readonly database: Database;
  /** Address of that database, where it is on a PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly clientDir: string;
  readonly say: (line: string) => void;
}

const SECOND_MS = 1000;
/** Between private files that are looked at: requests come first. */
const SEAL_PAUSE_MS = 5;
const SWEEP_MS = 10 * 60 * 1000;
/** How soon what another process has left of the values that follow from others is worked off, in milliseconds. */
const DERIVED_SWEEP_MS = { postgres: 1000, embedded: 15 * 1000 } as const;
/** For what users wait for: orders that lapse, livestreams that begin, in milliseconds. */
const PROMPT_SWEEP_MS = 15 * 1000;
/** How soon the backup of the day is begun once it is time, in milliseconds. */
const BACKUP_TICK_MS = 60 * 1000;

/** Brings the product up on an open database: what ships, sample data on a first start, client, server. */
export async function start(options: StartOptions): Promise<void> {
  const { database, say } = options;
  // Building takes seconds on a first start; the database is filled meanwhile.
  const built = buildClientIfStale();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  for (const fault of services.unfit) say(`系统对象的定义与此版本不符，已改用随产品发布的定义：${fault}`);
  const kind = await decideKind(database, services.now());
  await guardSampleAccounts(services, { kind, isPrivate: options.isPrivate });
  await storeProducts(database, services.writer, services.now());
  await storeHelp(database, services.writer, services.now());
  await storeHome(database, services.writer, services.now());
  await storeRowBudgets(database, services.writer, services.now());
  await storeLegal(database, services.now());
  await built;
  const metrics = options.metrics && openMetrics(services);
  const app = await createApp(services, {
    client: { folder: options.clientDir, product: options.product },
    importDir: options.importDir,
    uploadDir: options.uploadDir,
    bucket: options.bucket,
    uploadServer: options.uploadServer,
    hostedStorage: options.hostedStorage,
    publicOrigin: options.publicOrigin,
    isCaptchaHosted: options.isCaptchaHosted,
    providers: options.providers,
    isFactorRequired: options.staffFactor === 'always' || (options.staffFactor === 'real' && kind === 'real'),
    outbound: options.sendsWebhooks ? PUBLIC_OUTBOUND : undefined,
    trustProxy: options.trustProxy,
    logger: { level: options.logLevel },
    measure: metrics?.answered,
  });
  database.watch(
    (state) => {
      metrics?.heardOfWriter(state);
      app.log.warn(
        state === 'away' ? 'the database that takes writes is lost' : 'there is a database that takes writes again',
      );
    },
    (replica) => app.log.warn({ replica }, replica.leftOut ? 'a replica is left out' : 'a replica is used again'),
  );
  const health = healthRoutes(app, {
    isWritable: () => isWritable(database),
    clock: () => performance.now(),
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
  });
  const metricsServer = metrics && options.metrics && (await openMetricsServer(metrics, options.metrics));
  const sockets = await openListenSockets(app, { host: options.host, port: options.port });
  say((await greeting(services, options, kind)).join('\n'));
  // Beside everything else; what a restart leaves the next start seals. What is in a bucket came there sealed.
  new FileStore({ ...options, bucket: undefined }, database.vault)
    .sealPrivate(() => wait(SEAL_PAUSE_MS, undefined, { ref: false }))
    .then(({ sealed, left }) => {
      if (sealed > 0) app.log.info({ sealed }, 'private files were sealed');
      if (left.length > 0) app.log.error({ left }, 'private files do not open: restore them from a backup');
    })
    .catch((error: unknown) => app.log.error({ err: error }, 'private files could not be sealed'));
  const sweeps = new Sweeps({
    now: services.now,
    fail: (name, error) => faultReporter(app.log, 'a sweep failed', { sweep: name })(error),
    swept: (name, count) => app.log.info({ sweep: name, count }, 'swept'),
  });
  metrics?.follow(() => sweeps.states);
  const slow = slowSweeps(services, options);
  const prompt = promptSweeps(services);
  const slowSweep = setInterval(() => void sweeps.run(slow), SWEEP_MS);
  const promptSweep = setInterval(() => void sweeps.run(prompt), PROMPT_SWEEP_MS);
  const derivedSweep = setInterval(() => services.derived.wake(), DERIVED_SWEEP_MS[database.kind]);
  const backups =
    options.backups &&
    backupClock(services, options, options.backups, (error) => {
      app.log.error({ err: error }, 'the backup of the day failed');
    });
  const backupTick = setInterval(() => void backups?.tick(), BACKUP_TICK_MS);
  const stop = new AbortController();
  const end = new ProcessEnd({
    app,
    sockets,
    database,
    drain: health.drain,
    leaveMs: options.drainSeconds * SECOND_MS,
    stopTimers: () => {
      stop.abort();
      clearInterval(slowSweep);
      clearInterval(promptSweep);
      void metricsServer?.close();
      clearInterval(derivedSweep);
      clearInterval(backupTick);
    },
  });
  end.watch();
  try {
    // Indexes of earlier saves, after the server accepts requests.
    await services.metadata.runIndexJobs();
    await sweeps.run(slow.filter(({ name }) => name === CLOSED_FILES));
    await services.search.jobs.fill();
    await services.formulas.jobs.fill();
    await services.derived.passDay();
    await services.duplicates.passDay();
    await services.quality.passDay();
    // Rates may have come where the pass over the amounts could not end.
    await passEquivalents(services, false, { signal: stop.signal, giveWay: () => turn() });
    collectGarbage();
  } catch (error) {
    // A slice that the end of the process cut off is done again after the next start.
    if (!stop.signal.aborted) end.fault(error);
  }
}

const openMetrics = ({ database, hints, bus, now }: Services): Metrics =>
  new Metrics({
    database,
    hints: hints.counts,
    bus,
    now,
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
  });

const backupClock = (
  { database, now }: Services,
  { uploadDir, importDir, bucket, hostedStorage, databaseUrl }: StartOptions,
  plan: BackupPlan,
  fail: (error: unknown) => void,
): BackupClock =>
  new BackupClock({
    database,
    plan,
    folders: { uploads: hostedStorage ? undefined : uploadDir, imports: importDir, bucket },
    release: release(),
    url: databaseUrl,
    sealedKinds,
    now,
    fail,
  });

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

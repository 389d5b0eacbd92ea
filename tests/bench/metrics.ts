import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '#server/app.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { Metrics } from '#server/platform/metrics/metrics.ts';
import { openMetricsServer } from '#server/platform/metrics/metrics-server.ts';
import { openServices, type Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { listen, signIn, startLoad } from './load.ts';
import { withCompanies } from './million-companies.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const CONNECTIONS = 16;
const SECONDS = 2;
const PAIRS = 15;
/** Much oftener than Prometheus reads, which is every fifteen seconds or more. */
const READ_MS = 1000;
const LEAST_RATIO = 0.97;
const SERVE = '--serve';

/** A server process like that of the product, with metrics or without, until its input ends. */
async function serve(url: string, isMeasured: boolean): Promise<void> {
  const database = await openDatabase({ url, connections: CONNECTIONS });
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  const { hints, bus, now } = services;
  const metrics = isMeasured
    ? new Metrics({
        database,
        hints: hints.counts,
        bus,
        now,
        wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
      })
    : undefined;
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000, measure: metrics?.answered }));
  const port = await listen(app);
  const page = metrics && (await openMetricsServer(metrics, { host: '127.0.0.1', port: 0 }));
  console.log(JSON.stringify({ port, metrics: page?.port }));
  await once(process.stdin.resume(), 'end');
  process.exit(0);
}

async function startServer(url: string, isMeasured: boolean) {
  const child = spawn(process.execPath, [import.meta.filename, SERVE, url, String(isMeasured)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const ports = JSON.parse(line.toString()) as { port: number; metrics?: number };
  return { ...ports, stop: () => child.stdin.end() };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Lists of the same records by two processes, one after the other in turns: one that publishes metrics and is read, and one that does not. */
async function measure(services: Services, url: string): Promise<Row[]> {
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const cookie = await signIn(app, services);
  const [plain, measured] = [await startServer(url, false), await startServer(url, true)];
  const filter = { and: [{ field: 'fundingTotal', op: 'gte', value: '1000000' }] };
  const { version } = services.catalog.object(OBJECT);
  const sort = [{ field: 'latestRoundOn', order: 'desc' }];
  const bodies = [JSON.stringify({ filter, sort, pageSize: 20, objectApiName: OBJECT, layoutVersion: version })];
  const load = async (port: number, seconds = SECONDS): Promise<number> => {
    const order = { port, cookie, path: '/api/metadata/data/getLayoutAndDataList', bodies };
    return (await startLoad({ ...order, connections: CONNECTIONS, seconds }).ended).perSecond;
  };
  const reading = setInterval(
    () => void fetch(`http://127.0.0.1:${measured.metrics}/metrics`).then((reply) => reply.text()),
    READ_MS,
  );
  for (const { port } of [plain, measured]) await load(port);
  const pairs: { without: number; with: number }[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    // Each is first as often as the other.
    const first = pair % 2 === 0 ? await load(plain.port) : undefined;
    const withMetrics = await load(measured.port);
    pairs.push({ without: first ?? (await load(plain.port)), with: withMetrics });
  }
  clearInterval(reading);
  plain.stop();
  measured.stop();
  await app.close();
  const ratio = median(pairs.map((pair) => pair.with / pair.without));
  return [
    {
      name: `lists while metrics are counted and read every second, ${PAIRS} pairs of ${SECONDS} s`,
      ours: `${Math.round(median(pairs.map((pair) => pair.with))).toLocaleString('en')}/s`,
      rival: `${Math.round(median(pairs.map((pair) => pair.without))).toLocaleString('en')}/s without`,
      ratio: `${(100 * ratio).toFixed(1)} %`,
      target: `≥ ${100 * LEAST_RATIO} %`,
      met: ratio >= LEAST_RATIO,
    },
  ];
}

/** Measures what metrics cost the lists on PostgreSQL; no rows where there is none. */
export const run = (): Promise<Row[]> => withCompanies(measure);

if (process.argv[2] === SERVE) await serve(process.argv[3] ?? '', process.argv[4] === 'true');
else if (import.meta.main) console.log(table(await run()));

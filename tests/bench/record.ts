import { createApp } from '#server/app.ts';
import type { Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { everything } from '#tests/support/records/readable-sample.ts';
import { bareRate, type BareStatement, recordingReader } from './bare-driver.ts';
import { listen, signIn, startLoad } from './load.ts';
import { withCompanies } from './million-companies.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const CONNECTIONS = 16;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const ROUNDS = 3;
const RECORDS = 400;
/** Between two of the records that are read, so that they are all over the table. */
const APART = 2011;

async function bareDriver(services: Services, ids: readonly string[]): Promise<number> {
  const statements: BareStatement[] = [];
  const reader = recordingReader(services, statements);
  for (const id of ids) await reader.read(services.catalog.object(OBJECT), id, everything);
  const scripts = statements.map((statement) => [statement]);
  return bareRate(services, scripts, { connections: CONNECTIONS, seconds: SECONDS });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;

async function measure(services: Services): Promise<Row[]> {
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const [port, cookie] = [await listen(app), await signIn(app, services)];
  const ids = Array.from({ length: RECORDS }, (_, index) => String(1 + index * APART));
  const order = { port, cookie, path: `/api/metadata/data/${OBJECT}/`, bodies: [], reads: ids };
  const load = async (seconds: number) =>
    (await startLoad({ ...order, connections: CONNECTIONS, seconds }).ended).perSecond;
  await load(2);
  const rounds: { ours: number; bare: number }[] = [];
  // Side by side in every round: what else the machine is doing then weighs on both alike.
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await load(SECONDS), bare: await bareDriver(services, ids) });
  await app.close();
  const [ours, bare] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
  return [
    {
      name: `one record over HTTP, ${CONNECTIONS} connections, share of the bare driver’s rate on the statement of its values`,
      ours: perSecond(ours),
      limit: `${perSecond(bare)} bare driver`,
      ratio: `${Math.round((100 * ours) / bare)} %`,
      target: '≥ 50 %',
      met: ours >= 0.5 * bare,
    },
  ];
}

/** Measures details over HTTP on PostgreSQL with everything on this machine; no rows where there is none. */
export const run = (): Promise<Row[]> => withCompanies(measure);

if (import.meta.main) console.log(table(await run()));

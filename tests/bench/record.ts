import fastify, { type FastifyInstance } from 'fastify';
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

/** The statement for one record alone: without the places of those that are read along with it. */
async function statementsOf(services: Services, ids: readonly string[]): Promise<BareStatement[]> {
  const statements: BareStatement[] = [];
  const reader = recordingReader(services, statements);
  for (const id of ids) await reader.read(services.catalog.object(OBJECT), id, everything);
  return statements.map(({ text, ...statement }, at) => ({
    ...statement,
    text: text.replace(/\(values (\(0, [^)]*\)).*?\) as asked\(/, '(values $1) as asked('),
    values: [ids[at]],
  }));
}

/** The same statement behind a route written by hand, without sessions, rights, visits or budgets: what HTTP leaves at most. */
function handWritten(services: Services, [statement]: readonly BareStatement[]): FastifyInstance {
  const app = fastify();
  app.get('/record/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const query = { text: statement?.text ?? '', values: [id], rowMode: 'array' as const, name: 'hand_written' };
    const { rows } = await services.database.reads.query<unknown[]>(query);
    return reply.type('application/json').send(`{${String(rows[0]?.[6])}}`);
  });
  return app;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;

async function measure(services: Services): Promise<Row[]> {
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const [port, cookie] = [await listen(app), await signIn(app, services)];
  const ids = Array.from({ length: RECORDS }, (_, index) => String(1 + index * APART));
  const order = { port, cookie, path: `/api/metadata/data/${OBJECT}/`, bodies: [], reads: ids };
  const statements = await statementsOf(services, ids);
  const hand = handWritten(services, statements);
  const byHand = { ...order, port: await listen(hand), path: '/record/' };
  const load = async (seconds: number, of = order) =>
    (await startLoad({ ...of, connections: CONNECTIONS, seconds }).ended).perSecond;
  await load(2);
  const scripts = statements.map((statement) => [statement]);
  const bareDriver = () => bareRate(services, scripts, { connections: CONNECTIONS, seconds: SECONDS });
  const rounds: { ours: number; bare: number; hand: number }[] = [];
  // Side by side in every round: what else the machine is doing then weighs on all alike.
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await load(SECONDS), bare: await bareDriver(), hand: await load(SECONDS, byHand) });
  await Promise.all([app.close(), hand.close()]);
  const of = (which: 'ours' | 'bare' | 'hand') => median(rounds.map((round) => round[which]));
  const [ours, bare, written] = [of('ours'), of('bare'), of('hand')];
  return [
    {
      name: `one record over HTTP, ${CONNECTIONS} connections, share of the bare driver’s rate on the statement of its values`,
      ours: perSecond(ours),
      rival: `${perSecond(written)} route written by hand, ${Math.round((100 * written) / bare)} % of the driver`,
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

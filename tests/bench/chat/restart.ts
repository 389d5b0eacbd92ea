import pg from 'pg';
import type { Row } from '#tests/bench/row.ts';
import { emptyDatabase } from './people.ts';
import { type Helper, shareOf, startHelper, startServer } from './processes.ts';
import type { ReturningReport } from './returning.ts';

const CLIENTS = 10_000;
const TARGET_S = 15;

/** What each couple writes while no server runs: so many messages, by turns. */
const MESSAGES = 5;
const NEWS = `select count(*) from (
  select chat_send(jsonb_build_array(jsonb_build_object(
    'me', case when $1::integer % 2 = 0 then c.user_a else c.user_b end,
    'peer', case when $1::integer % 2 = 0 then c.user_b else c.user_a end, 'client', gen_random_uuid(), 'type', 0,
    'body', '您在吗', 'at', now(), 'seen', 0))) from chat_conversation c) sent`;

async function writeMeanwhile(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Plans of this connection are made while there are no messages yet.
  await client.query('set enable_seqscan = off');
  for (let turn = 1; turn <= MESSAGES; turn += 1) await client.query(NEWS, [turn]);
  await client.end();
}

/** A server is killed and started again: until the last of very many open screens has its stream and what it missed. */
export async function run(): Promise<Row[]> {
  const store = await emptyDatabase('postgres');
  if (!store?.url) return [];
  const helpers: Helper[] = [];
  try {
    const first = await startServer({ url: store.url, port: 0, people: CLIENTS });
    helpers.push(first);
    const clients = [1, 1 + CLIENTS / 2].map((from) =>
      startHelper('returning.ts', { port: first.port, from, count: CLIENTS / 2, messages: MESSAGES }),
    );
    helpers.push(...clients);
    await Promise.all(clients.map((client) => client.next<ReturningReport>()));
    await first.kill('SIGKILL');
    await writeMeanwhile(store.url);
    const back = Promise.all(clients.map((client) => client.next<ReturningReport>()));
    const second = await startServer({ url: store.url, port: first.port, people: 0 });
    helpers.push(second);
    const reports = await back;
    const after = reports.flatMap(({ at }) => at.map((one) => (one - Number(second.listeningAt) / 1e6) / 1000));
    after.sort((a, b) => a - b);
    const seconds = after.at(-1) ?? Number.NaN;
    const whole = reports.reduce((sum, report) => sum + report.whole, 0);
    const answered = reports.reduce((sum, report) => sum + report.answered, 0);
    const { cpu } = await second.ask<{ cpu: number }>('report');
    return [
      {
        name: `${CLIENTS.toLocaleString('en')} clients after a restart: streams open again, lists and conversations caught up (PostgreSQL; the clients share the cores)`,
        ours: `${seconds.toFixed(1)} s after the server listens, half of them ${shareOf(after, 0.5).toFixed(1)} s, 99 % ${shareOf(after, 0.99).toFixed(1)} s; ${whole.toLocaleString('en')} of ${CLIENTS.toLocaleString('en')} have all ${MESSAGES} messages once and in order`,
        ratio: `${(TARGET_S / seconds).toFixed(1)} × sooner; ${answered.toLocaleString('en')} requests besides the streams, ${((cpu - second.cpu) / 1000).toFixed(1)} s of one core`,
        target: `≤ ${TARGET_S} s`,
        met: seconds <= TARGET_S && whole === CLIENTS,
      },
    ];
  } finally {
    for (const helper of helpers) await helper.kill('SIGTERM');
    await store.drop();
  }
}

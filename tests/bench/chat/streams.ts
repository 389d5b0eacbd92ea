import type { Row } from '#tests/bench/row.ts';
import type { ListenerReport } from './listener.ts';
import { emptyDatabase } from './people.ts';
import { type Helper, startHelper, startServer } from './processes.ts';

const STREAMS = 15_000;
/** Opened before anything is counted: what the first streams bring along is no cost of one more. */
const FIRST = 500;
const TARGET_KB = 25;
/** The kernel’s own buffers are not counted here, as they are not part of any process. */
interface Usage {
  readonly heap: number;
  readonly rss: number;
}

/** Kilobytes that each of many open streams takes in a server. */
async function costIn(server: Helper, port: number, path: string): Promise<Usage> {
  const listen = (from: number, count: number) => startHelper('listener.ts', { port, from, count, path });
  const usage = async (): Promise<Usage> => {
    const { memory } = await server.ask<{ memory: NodeJS.MemoryUsage }>('memory');
    return { heap: memory.heapUsed + memory.external, rss: memory.rss };
  };
  const listeners = [listen(1, FIRST)];
  try {
    await listeners[0]?.next<ListenerReport>();
    const before = await usage();
    const half = STREAMS / 2;
    for (const from of [FIRST + 1, FIRST + 1 + half]) listeners.push(listen(from, half));
    await Promise.all(listeners.slice(1).map((listener) => listener.next<ListenerReport>()));
    const after = await usage();
    const each = (bytes: number): number => bytes / 1024 / STREAMS;
    return { heap: each(after.heap - before.heap), rss: each(after.rss - before.rss) };
  } finally {
    await Promise.all(listeners.map((listener) => listener.kill('SIGKILL')));
  }
}

const words = ({ heap, rss }: Usage): string => `${rss.toFixed(1)} KB (heap ${heap.toFixed(1)} KB)`;

/** Memory of an open stream of a person with a session, beside one of a bare server. */
export async function run(): Promise<Row[]> {
  const database = await emptyDatabase('postgres');
  if (!database?.url) return [];
  const people = STREAMS + FIRST + 100;
  const server = await startServer({ url: database.url, port: 0, people });
  const bare = startHelper('bare-streams.ts', {}, ['--expose-gc']);
  try {
    const limit = await costIn(bare, (await bare.next<{ port: number }>()).port, '/');
    await bare.kill('SIGKILL');
    const ours = await costIn(server, server.port, '/api/events');
    return [
      {
        name: `a stream of hints with its session, ${STREAMS.toLocaleString('en')} open in one process`,
        ours: words(ours),
        limit: `bare http server: ${words(limit)}`,
        ratio: `${(ours.rss / limit.rss).toFixed(2)} ×`,
        target: `≤ ${TARGET_KB} KB each`,
        met: ours.rss <= TARGET_KB,
      },
    ];
  } finally {
    await bare.kill('SIGKILL');
    await server.kill(process.env['PROFILE_DIR'] ? 'SIGTERM' : 'SIGKILL');
    await database.drop();
  }
}

import { readDialog } from '#schemas/api/chat.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrations.ts';
import type { Row } from '#tests/bench/row.ts';
import { Line } from './line.ts';
import { fillHistory, type Talk } from './long-history.ts';
import { cookieOf, emptyDatabase } from './people.ts';
import { shareOf, startServer } from './processes.ts';

/** As a conversation asks for them. */
const PAGE = 30;
const ROUNDS = 3000;
const WARM_UP = 200;
const TARGET_MS = 5;
const LONG = 10_000;

const COLUMNS = 'm.seq, m.sender_id, m.client_id, m.type, m.body, m.created_at, m.recalled_at';
const LIMIT = `select ${COLUMNS} from chat_message m where m.conversation_id = $1 and m.seq < $2
  order by m.seq desc limit ${PAGE}`;
const RIVAL = `select ${COLUMNS} from chat_message m where m.conversation_id = $1
  order by m.seq desc offset $2 limit ${PAGE}`;

/** A place in a conversation: the message before which a page ends. */
interface Place {
  readonly talk: Talk;
  readonly before: number;
}

const among = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** A place for each message that there is, as likely as any other. */
function anyPlace(talks: readonly Talk[]): () => Place {
  const ends: number[] = [];
  let all = 0;
  for (const { messages } of talks) ends.push((all += messages));
  return () => {
    const at = Math.floor(Math.random() * all);
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const talk = talks[low] as Talk;
    return { talk, before: 1 + talk.messages - ((ends[low] ?? 0) - at - 1) };
  };
}

/** Answers of the server that is asked for pages, beside a hand-written statement and beside pages by OFFSET. */
export async function run(): Promise<Row[]> {
  const store = await emptyDatabase('postgres');
  if (!store?.url) return [];
  const database = await openDatabase({ url: store.url });
  try {
    await migrate(database);
    const talks = await fillHistory(database);
    const long = talks.filter(({ messages }) => messages >= LONG);
    const total = talks.reduce((sum, { messages }) => sum + messages, 0);
    const any = anyPlace(talks);
    const server = await startServer({ url: store.url, port: 0, people: 0 });
    const line = new Line(server.port);
    try {
      const page = async ({ talk, before }: Place, older: boolean) => {
        const path = readDialog.path.replace('{uid}', talk.peer);
        const query = `pageSize=${PAGE}${older ? `&flip_type=1&lastId=${before}` : ''}`;
        const answer = await line.get(`${path}?${query}`, cookieOf(talk.me));
        const found = answer.split('"timeStamp"').length - 1;
        const due = Math.min(PAGE, older ? before - 1 : talk.messages);
        if (found !== due) throw new Error(`${found} of ${due} messages: ${answer.slice(0, 300)}`);
      };
      const bare = async (name: string, text: string, { talk }: Place, number: number) =>
        database.pool.query({ name, text, values: [talk.id, number] });
      const ways: Record<string, () => Promise<unknown>> = {
        first: async () => page({ talk: among(talks), before: 0 }, false),
        older: async () => page(any(), true),
        long: async () => {
          const talk = among(long);
          return page({ talk, before: 2 + Math.floor(Math.random() * talk.messages) }, true);
        },
        limit: async () => {
          const place = any();
          return bare('page', LIMIT, place, place.before);
        },
        rival: async () => {
          const place = any();
          return bare('offset', RIVAL, place, place.talk.messages - place.before + 1);
        },
      };
      const times = await timesOf(ways);
      line.close();
      const at = (way: string, share: number): number => shareOf(times[way] ?? [], share);
      const words = (way: string): string =>
        `p50 ${at(way, 0.5).toFixed(2)} ms, p99 ${at(way, 0.99).toFixed(2)} ms, longest ${at(way, 1).toFixed(0)} ms`;
      const p99 = Math.max(...['first', 'older', 'long'].map((way) => at(way, 0.99)));
      return [
        {
          name: `a page of ${PAGE} messages over HTTP with a session, ${total.toLocaleString('en')} stored in ${talks.length.toLocaleString('en')} conversations (PostgreSQL)`,
          ours: `first page ${words('first')}; older ones anywhere ${words('older')}; within the ${long.length} of ${LONG.toLocaleString('en')} to ${(talks[0]?.messages ?? 0).toLocaleString('en')} ${words('long')}`,
          rival: `the same places by OFFSET, statement alone: ${words('rival')}`,
          limit: `a hand-written statement alone: ${words('limit')}`,
          ratio: `p50 ${(at('older', 0.5) / at('limit', 0.5)).toFixed(1)} ×, p99 ${(at('older', 0.99) / at('limit', 0.99)).toFixed(1)} ×`,
          target: `p99 ≤ ${TARGET_MS} ms`,
          met: p99 <= TARGET_MS,
        },
      ];
    } finally {
      await server.kill('SIGTERM');
    }
  } finally {
    await database.close();
    await store.drop();
  }
}

/** Milliseconds of each way, sorted; all in turn, so that whatever else the machine does falls on all. */
async function timesOf(ways: Record<string, () => Promise<unknown>>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [way, act] of Object.entries(ways)) {
      if (way === 'rival' && round % 10 !== 0) continue;
      const began = performance.now();
      await act();
      if (round >= 0) times[way]?.push(performance.now() - began);
    }
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  return times;
}

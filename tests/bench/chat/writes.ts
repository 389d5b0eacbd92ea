import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrations.ts';
import { sendMessages } from '#server/platform/messages/send-queries.ts';
import { SendQueue } from '#server/platform/messages/send-queue.ts';
import type { Row } from '#tests/bench/row.ts';
import { emptyDatabase, fillPeople } from './people.ts';
import { ALONE, draftOf, manyStatements, statement, WITH_NOTIFY } from './rivals.ts';

const PEOPLE = 10_000;
const ROUNDS = 4;
const ROUND_MS = 3000;
const TOGETHER = 32;
const TARGETS = { postgres: 2000, embedded: 1000 } as const;

interface Way {
  readonly name: string;
  /** Senders at once, each with its next message as soon as the one before is stored. */
  readonly senders: number;
  /** Stores messages of random couples and says how many. */
  readonly send: () => Promise<number>;
}

/** Messages of couples that are all different. */
function manyDrafts(base: number) {
  const drafts = new Map<string, ReturnType<typeof draftOf>>();
  while (drafts.size < TOGETHER) {
    const draft = draftOf(base, PEOPLE);
    drafts.set([draft.senderId, draft.peerId].toSorted().join(), draft);
  }
  return [...drafts.values()];
}

/** Messages a second of each way, the best of some rounds in turn: whatever else the machine does falls on all. */
async function rates(ways: readonly Way[]): Promise<Map<string, number>> {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, senders, send } of ways) {
      const began = performance.now();
      let count = 0;
      await Promise.all(
        Array.from({ length: senders }, async () => {
          while (performance.now() < began + ROUND_MS) {
            const stored = await send();
            count += stored;
          }
        }),
      );
      const rate = count / ((performance.now() - began) / 1000);
      best.set(name, Math.max(rate, best.get(name) ?? 0));
    }
  }
  return best;
}

async function measure(kind: 'embedded' | 'postgres'): Promise<Row[]> {
  const store = await emptyDatabase(kind);
  if (!store) return [];
  const database = await openDatabase({ url: store.url, dataDir: store.dataDir });
  try {
    await migrate(database);
    const base = await fillPeople(database, PEOPLE);
    const queue = new SendQueue(database);
    const ways: Way[] = [
      { name: 'ours', senders: 256, send: () => queue.send(draftOf(base, PEOPLE)).then(() => 1) },
      { name: 'alone', senders: 16, send: () => statement(database, 'alone', ALONE, draftOf(base, PEOPLE)) },
      { name: 'statements', senders: 16, send: () => manyStatements(database, draftOf(base, PEOPLE)) },
      {
        name: 'limit',
        senders: kind === 'postgres' ? 2 : 1,
        send: async () => (await sendMessages(database.db, manyDrafts(base))).length,
      },
    ];
    if (kind === 'postgres')
      ways.push({
        name: 'notify',
        senders: 16,
        send: () => statement(database, 'notify', WITH_NOTIFY, draftOf(base, PEOPLE)),
      });
    const best = await rates(ways);
    const rate = (name: string): number => best.get(name) ?? Number.NaN;
    const words = (name: string): string => `${Math.round(rate(name)).toLocaleString('en')}/s`;
    const notify = kind === 'postgres' ? `, with NOTIFY inside ${words('notify')}` : '';
    return [
      {
        name: `messages stored by one process (${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'})`,
        ours: words('ours'),
        rival: `a commit for each ${words('alone')}${notify}; a transaction of statements ${words('statements')}`,
        limit: `${TOGETHER} in a statement, one after the other: ${words('limit')}`,
        ratio: `${(rate('ours') / rate('alone')).toFixed(1)} ×`,
        target: `≥ ${TARGETS[kind].toLocaleString('en')}/s`,
        met: rate('ours') >= TARGETS[kind],
      },
    ];
  } finally {
    await database.close();
    await store.drop();
  }
}

/** Messages that one process stores, those that come at once together, beside one commit for each of them. */
export async function run(): Promise<Row[]> {
  return [...(await measure('postgres')), ...(await measure('embedded'))];
}

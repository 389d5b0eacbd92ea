// A process that sends messages as fast as they are acknowledged, until it is killed. In its log, before a message is sent,
// is what is sent, and after it is acknowledged, under which number. What an earlier process left without an answer is
// sent again first, as a browser does whose server went away.
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '#shared/errors.ts';
import { openDatabase } from '#server/db/database.ts';
import { preparedDb } from '#server/db/prepared.ts';
import { Chat } from '#server/features/chat/service.ts';
import { SendQueue } from '#server/platform/messages/send-queue.ts';
import { isAcknowledged, readLog } from './chat-log.ts';
import type { SenderTask } from './chat-senders.ts';

/** Before a message is sent again to a database that went away. */
const AGAIN_MS = 50;

const { url, dataDir, log, pairs, outlives } = JSON.parse(process.argv[2] ?? '{}') as SenderTask;
const database = await openDatabase({ url, dataDir, connections: 4 });
const chat = new Chat({
  db: database.db,
  queue: new SendQueue({ db: preparedDb(database), kind: database.kind }),
  hints: { tell: () => undefined },
  now: () => new Date(),
});
const left = readLog(log).filter((message) => !isAcknowledged(message));
const file = openSync(log, 'a');
/** Something was acknowledged: a test that kills this process may begin to count. */
let hasBegun = false;

async function store(from: string, to: string, clientId: string) {
  // Staff may write to any user: nothing has to lead from one to the other first.
  const actor = { id: from, name: '', roles: ['staff'], vipType: 0 };
  const body = { clientId, content: `第${clientId}条`, type: 0 as const, seenSeq: 0 };
  for (;;) {
    try {
      return await chat.send(to, body, actor);
    } catch (thrown) {
      // Refused is refused; whatever else happened, it is unknown whether it is stored.
      if (!outlives || thrown instanceof Failure) throw thrown;
      await wait(AGAIN_MS);
    }
  }
}

async function send(from: string, to: string, clientId: string): Promise<void> {
  const { message, duplicate } = await store(from, to, clientId);
  writeSync(file, `acknowledged ${clientId} ${message.seq} ${duplicate ? 'again' : 'new'}\n`);
  if (!hasBegun) process.stdout.write('sending\n');
  hasBegun = true;
}

async function talk([one, other]: readonly [string, string]): Promise<never> {
  for (;;) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const clientId = randomUUID();
      writeSync(file, `sending ${clientId} ${from} ${to}\n`);
      await send(from, to, clientId);
    }
  }
}

await Promise.all(left.map(({ clientId, from, to }) => send(from, to, clientId)));
if (pairs.length === 0) await database.close();
// Two lines of each pair, so that one conversation has several senders at once.
await Promise.all([...pairs, ...pairs].map(talk));

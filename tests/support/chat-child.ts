// A process that sends messages as fast as they are acknowledged, until it is killed. In its log, before a message is sent,
// is what is sent, and after it is acknowledged, under which number. What an earlier process left without an answer is
// sent again first, as a browser does whose server went away.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { openDatabase } from '#server/db/database.ts';
import { Chat } from '#server/features/chat/service.ts';
import { SendQueue } from '#server/lib/chat/send-queue.ts';
import { readLog } from './chat-kills.ts';

const { url, dataDir, log, pairs } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  log: string;
  pairs: [string, string][];
};
const database = await openDatabase({ url, dataDir, connections: 4 });
const chat = new Chat({
  db: database.db,
  queue: new SendQueue(database),
  hints: { tell: () => undefined },
  now: () => new Date(),
});
const sent = readLog(log);

async function send(from: string, to: string, clientId: string): Promise<void> {
  const actor = { id: from, name: '', roles: ['ORG_INVESTOR'], vipType: 0 };
  const body = { clientId, content: `第${clientId}条`, type: 0 as const, seenSeq: 0 };
  const { message, duplicate } = await chat.send(to, body, actor);
  appendFileSync(log, `acknowledged ${clientId} ${message.seq} ${duplicate ? 'again' : 'new'}\n`);
}

for (const { clientId, from, to } of sent.filter(({ seq }) => seq === undefined)) await send(from, to, clientId);
process.stdout.write('sending\n');

async function talk([one, other]: [string, string]): Promise<never> {
  for (;;) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const clientId = randomUUID();
      appendFileSync(log, `sending ${clientId} ${from} ${to}\n`);
      await send(from, to, clientId);
    }
  }
}
// Two lines of each pair, so that one conversation has several senders at once.
await Promise.all([...pairs, ...pairs].map(talk));

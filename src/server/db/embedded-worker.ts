import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * PGlite in a thread of its own, so that a long query never stops the event loop of the server. It speaks the
 * PostgreSQL wire protocol in whole messages: bytes in, bytes out, in order.
 */
const port = parentPort;
if (!port) throw new Error('The embedded database runs in a worker thread only.');

const { dataDir } = workerData as { dataDir: string | undefined };
const database = await PGlite.create(dataDir === undefined ? {} : { dataDir });
let queue: Promise<void> = Promise.resolve();

/** Bytes of one exchange of one client, or the word that the client is gone. */
export interface ClientMessage {
  readonly client: number;
  readonly bytes: Uint8Array<ArrayBuffer> | 'gone';
}

async function answer({ client, bytes }: ClientMessage): Promise<void> {
  if (bytes === 'gone') {
    // There is one session for all clients, one after the other: the next one must find it as new.
    if (database.isInTransaction()) await database.exec('ROLLBACK');
    await database.exec('DISCARD ALL');
    return;
  }
  await database.execProtocolRawStream(bytes, {
    // The bytes are in the memory of the database and are overwritten by the next answer: copy before sending.
    onRawData: (data) => {
      const copy = data.slice();
      port?.postMessage({ client, bytes: copy } satisfies ClientMessage, [copy.buffer]);
    },
  });
}

port.on('message', (message: ClientMessage | 'close') => {
  queue = queue.then(async () => {
    if (message !== 'close') return answer(message);
    await database.close();
    port.postMessage('closed');
  });
});
port.postMessage('ready');

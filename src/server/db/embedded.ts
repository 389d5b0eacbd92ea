import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ClientMessage } from './embedded-worker.ts';

/** A PGlite database in a worker thread, reached as a byte stream that the `pg` driver takes for a socket. */
export interface EmbeddedDatabase {
  readonly stream: () => Duplex;
  readonly close: () => Promise<void>;
}

/** Opens the database in a folder, or in memory when no folder is given. */
export async function openEmbedded(dataDir?: string): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { dataDir } });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  let clients = 0;
  return {
    stream: () => wireStream(worker, (clients += 1)),
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        worker.on('message', (message: unknown) => message === 'closed' && resolve());
      });
      worker.postMessage('close');
      await closed;
      await worker.terminate();
    },
  };
}

/** A startup packet has no type byte; every other message is a type byte and a length that counts itself. */
function messageLength(buffer: Buffer, from: number, started: boolean): number | null {
  if (!started) return buffer.length >= 4 ? buffer.readInt32BE(0) : null;
  return buffer.length >= from + 5 ? buffer.readInt32BE(from + 1) + 1 : null;
}

/** Messages of the extended protocol that the database answers only with those that follow, up to Sync. */
const UNFINISHED = new Set(['P', 'B', 'D', 'E', 'C', 'H'].map((type) => type.charCodeAt(0)));

/** The driver's goodbye. It ends the client, not the database. */
const TERMINATE = 'X'.charCodeAt(0);

/**
 * Length of the first whole exchange in the buffer: up to a Sync, a simple query or a startup packet; 0 when it is
 * still incomplete. An error inside an exchange must skip to its Sync, which the database can do only if it has it.
 */
function exchangeLength(buffer: Buffer, started: boolean): number {
  let end = 0;
  for (;;) {
    const length = messageLength(buffer, end, started);
    if (length === null || buffer.length < end + length) return 0;
    const type = buffer[end];
    end += length;
    if (!started || type === undefined || !UNFINISHED.has(type)) return end;
  }
}

/** Passes whole exchanges to the worker, one at a time and in order. */
function wireStream(worker: Worker, client: number): Duplex {
  let pending: Buffer = Buffer.alloc(0);
  let started = false;
  // Bytes are handed over, not copied a second time.
  const send = (bytes: ClientMessage['bytes']) =>
    worker.postMessage({ client, bytes } satisfies ClientMessage, bytes === 'gone' ? [] : [bytes.buffer]);
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      for (let length = exchangeLength(pending, started); length > 0; length = exchangeLength(pending, started)) {
        if (started && pending[0] === TERMINATE) return void stream.destroy();
        send(new Uint8Array(pending.subarray(0, length)));
        pending = pending.subarray(length);
        started = true;
      }
      done();
    },
    final(done) {
      stream.push(null);
      done();
    },
    destroy(error, done) {
      worker.off('message', receive);
      send('gone');
      done(error);
    },
  });
  const receive = (message: ClientMessage | string) => {
    if (typeof message === 'string' || message.client !== client || message.bytes === 'gone') return;
    stream.push(Buffer.from(message.bytes));
  };
  worker.on('message', receive);
  worker.once('error', (error) => stream.destroy(error));
  // The parts of a socket that the driver calls.
  return Object.assign(stream, {
    connect: () => queueMicrotask(() => stream.emit('connect')),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  });
}

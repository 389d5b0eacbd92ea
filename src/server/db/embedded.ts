import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ClientMessage, Copied, CopyRequest } from './embedded-worker.ts';

/** A PGlite database in a worker thread, reached as a byte stream that the `pg` driver takes for a socket. */
export interface EmbeddedDatabase {
  readonly stream: () => Duplex;
  /** Copies its folder as it is between two exchanges; the session must be in no transaction. */
  readonly copyTo: (folder: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What passes through the thread is short-lived; its data are in a memory of their own. V8 would take four times as much. */
const YOUNG_MEGABYTES = 12;

/** Opens the database in a folder, or in memory when no folder is given. */
export async function openEmbedded(dataDir?: string): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { dataDir },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  let clients = 0;
  return {
    stream: () => wireStream(worker, (clients += 1)),
    copyTo: async (folder) => {
      const copied = new Promise<void>((resolve, reject) => {
        const hear = (message: unknown) => {
          if (!isCopied(message) || message.copied !== folder) return;
          worker.off('message', hear);
          if (message.fault === undefined) resolve();
          else reject(new Error(message.fault));
        };
        worker.on('message', hear);
      });
      worker.postMessage({ copyTo: folder } satisfies CopyRequest);
      await copied;
    },
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

const isCopied = (message: unknown): message is Copied =>
  typeof message === 'object' && message !== null && 'copied' in message;

/** A startup packet has no type byte; every other message is a type byte and a length that counts itself. */
function messageLength(buffer: Buffer, from: number, started: boolean): number | null {
  if (!started) return buffer.length >= 4 ? buffer.readInt32BE(0) : null;
  return buffer.length >= from + 5 ? buffer.readInt32BE(from + 1) + 1 : null;
}

/** Messages of the extended protocol that the database answers only with those that follow, up to Sync. */
const UNFINISHED = new Set(['P', 'B', 'D', 'E', 'C', 'H'].map((type) => type.charCodeAt(0)));

/** A statement that begins and ends so is followed by rows, in messages of the type below, before it is answered. */
const COPY_BEGINS = Buffer.from('copy ');
const COPY_ENDS = Buffer.from(' from stdin\0');
const QUERY = 'Q'.charCodeAt(0);
const COPY_DATA = 'd'.charCodeAt(0);
/** Bytes before the text of a statement: type and length. */
const TEXT_FROM = 5;

/** The driver's goodbye. It ends the client, not the database. */
const TERMINATE = 'X'.charCodeAt(0);

const isCopyIn = (message: Buffer): boolean =>
  message[0] === QUERY &&
  message.subarray(TEXT_FROM, TEXT_FROM + COPY_BEGINS.length).equals(COPY_BEGINS) &&
  message.subarray(-COPY_ENDS.length).equals(COPY_ENDS);

/**
 * Length of the first whole exchange in the buffer: up to a Sync, a simple query (with the rows that it takes in) or a
 * startup packet; 0 when it is still incomplete. An error inside an exchange must skip to its Sync, which the database can
 * do only if it has it.
 */
function exchangeLength(buffer: Buffer, started: boolean): number {
  let end = 0;
  for (;;) {
    const length = messageLength(buffer, end, started);
    if (length === null || buffer.length < end + length) return 0;
    const type = buffer[end];
    const hasRows = started && (type === COPY_DATA || isCopyIn(buffer.subarray(end, end + length)));
    end += length;
    if (hasRows) continue;
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
  const receive = (message: ClientMessage | Copied | string) => {
    if (typeof message === 'string' || isCopied(message) || message.client !== client || message.bytes === 'gone')
      return;
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

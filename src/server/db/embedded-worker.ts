import { cpSync } from 'node:fs';
import v8 from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { isNewCluster, KeptCluster } from './kept-cluster.ts';
import { sharedBuffers } from './shared-buffers.ts';

/**
 * PGlite in a thread of its own, so that a long query never stops the event loop of the server. It speaks the
 * PostgreSQL wire protocol in whole messages: bytes in, bytes out, in order.
 */
const port = parentPort;
if (!port) throw new Error('The embedded database runs in a worker thread only.');

const { dataDir } = workerData as { dataDir: string | undefined };
// One function of the database at a time is optimized: each takes up to 600 MB meanwhile, and what the threads of the
// compiler had stays with the process.
v8.setFlagsFromString('--wasm-num-compilation-tasks=1');
const isNew = dataDir !== undefined && isNewCluster(dataDir);
const kept = new KeptCluster();
const isCopied = isNew && kept.copyTo(dataDir);
const database = await PGlite.create({
  ...(dataDir !== undefined && { dataDir }),
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers(dataDir)}MB`],
});
let keeping: Promise<void> | undefined;
if (isNew && !isCopied) {
  await database.exec('checkpoint');
  keeping = kept.keep(dataDir);
}
let queue: Promise<void> = Promise.resolve();

/** Bytes of one exchange of one client, or the word that the client is gone. */
export interface ClientMessage {
  readonly client: number;
  readonly bytes: Uint8Array<ArrayBuffer> | 'gone';
}

/** To copy the folder of the database into another one. */
export interface CopyRequest {
  readonly copyTo: string;
}

/** That a folder was copied to, or why it could not be. */
export interface Copied {
  readonly copied: string;
  readonly fault?: string;
}

/** A copy of the folder after a checkpoint is a database that was shut down in order, as nothing is written meanwhile. */
async function copy(folder: string): Promise<Copied> {
  try {
    if (dataDir === undefined || database.isInTransaction()) throw new Error('There is nothing to copy now.');
    await database.exec('checkpoint');
    cpSync(dataDir, folder, { recursive: true, errorOnExist: true, force: false });
    return { copied: folder };
  } catch (error) {
    return { copied: folder, fault: (error as Error).message };
  }
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

port.on('message', (message: ClientMessage | CopyRequest | 'close') => {
  queue = queue.then(async () => {
    if (typeof message === 'object' && 'copyTo' in message) return port.postMessage(await copy(message.copyTo));
    if (message !== 'close') return answer(message);
    await database.close();
    await keeping;
    port.postMessage('closed');
  });
});
port.postMessage('ready');

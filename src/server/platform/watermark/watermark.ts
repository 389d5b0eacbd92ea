import { Worker } from 'node:worker_threads';
import type { PdfState } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import { Turns } from '#server/platform/limits/turns.ts';
import type { MarkedReader } from './mark-text.ts';
import type { MarkingAnswer, MarkingJob } from './watermark-worker.ts';

/** A document that takes longer is made to take long: 500 pages take some seconds. */
const LONGEST_MS = 30_000;
/** Documents that wait at most; each is in memory, and the next one is refused at once. */
const MOST_WAITING = 12;
const MEMORY_MB = 512;

/** A copy for one reader, or why there is none. */
export type MarkedCopy =
  | { readonly state: 'open'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly state: Exclude<PdfState, 'open'> };

/**
 * Puts the name of a reader and the day into the pages of PDF files, one file after the other in a thread that is there while
 * there is something to do. What crashes it or takes too long is a damaged file, and the next one begins in a new thread.
 */
export class Watermark {
  readonly #turns = new Turns(1);
  #waiting = 0;
  #worker: Worker | undefined;

  /** Can marked copies be made of this file? The bytes are given away. @throws Failure UNAVAILABLE while too many wait. */
  async check(bytes: Uint8Array<ArrayBuffer>): Promise<PdfState> {
    return (await this.#ask({ bytes })).state;
  }

  /** A marked copy. The bytes are given away. @throws Failure as `check` does. */
  async mark(bytes: Uint8Array<ArrayBuffer>, reader: MarkedReader): Promise<MarkedCopy> {
    const { state, bytes: marked } = await this.#ask({ bytes, reader });
    if (state !== 'open') return { state };
    return marked ? { state, bytes: marked } : { state: 'damaged' };
  }

  /** Ends the thread, after what it is doing. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = undefined;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('end');
    await ended;
  }

  async #ask(job: MarkingJob): Promise<MarkingAnswer> {
    if (this.#waiting >= MOST_WAITING) throw new Failure('UNAVAILABLE', '正在处理的文件较多，请稍后重试');
    this.#waiting += 1;
    try {
      return await this.#turns.take(() => this.#run(job));
    } finally {
      this.#waiting -= 1;
    }
  }

  async #run(job: MarkingJob): Promise<MarkingAnswer> {
    const worker = (this.#worker ??= newWorker());
    const { promise, resolve } = Promise.withResolvers<MarkingAnswer | undefined>();
    const timer = setTimeout(() => resolve(undefined), LONGEST_MS);
    const fail = () => resolve(undefined);
    worker.once('message', resolve).once('error', fail).once('exit', fail);
    worker.postMessage(job, [job.bytes.buffer]);
    const answer = await promise;
    clearTimeout(timer);
    worker.off('message', resolve).off('error', fail).off('exit', fail);
    if (answer) return answer;
    this.#worker = undefined;
    await worker.terminate();
    return { state: 'damaged' };
  }
}

function newWorker(): Worker {
  const worker = new Worker(new URL('./watermark-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // The server ends while the thread has nothing to do.
  worker.unref();
  return worker;
}

import { setTimeout as wait } from 'node:timers/promises';
import type { openFurther } from './processes/further.ts';

type Process = Pick<Awaited<ReturnType<typeof openFurther>>, 'send' | 'get'>;

const NEWS = '/api/metadata/data/InsightNews';
const PUBLISHED = '2026-11-20T00:00:00.000Z';
const OK = 200;
const UNAVAILABLE = 503;
/** Pause of a browser that was answered 503, in milliseconds: shorter than it is asked for. */
const AGAIN_MS = 50;

/** What users of a cluster were answered. */
export class ClusterUsers {
  /** Titles of the records that were acknowledged. */
  readonly acknowledged: string[] = [];
  /** Answers that are neither an acknowledgement nor 503 with a time to try again. */
  readonly faults: string[] = [];
  unavailable = 0;
  reads = 0;
  #isStopped = false;

  /** Creates records one after the other, each again with its key until it is acknowledged. */
  async write({ send }: Process, name: string): Promise<void> {
    for (let count = 1; !this.#isStopped; count += 1) {
      const title = `${name}-${count}`;
      const body = { clientKey: `writer-${title}`, values: { title, publishedOn: PUBLISHED, category: '融资' } };
      while (!(await this.#isAnswered(title, await send(NEWS, body)))) await wait(AGAIN_MS);
      this.acknowledged.push(title);
    }
  }

  /** Reads the list again and again. */
  async read({ send }: Process): Promise<void> {
    while (!this.#isStopped) {
      const reply = await send('/api/metadata/data/getLayoutAndDataList', { objectApiName: 'InsightNews' });
      if (await this.#isAnswered('list', reply)) this.reads += 1;
      // Readers in a loop leave no turn to those who write.
      await wait(AGAIN_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #isAnswered(what: string, reply: Awaited<ReturnType<Process['send']>>): Promise<boolean> {
    if (reply.statusCode === OK) return true;
    if (reply.statusCode === UNAVAILABLE && Number(reply.headers['retry-after']) > 0) this.unavailable += 1;
    else this.faults.push(`${what}: ${reply.statusCode} ${reply.body}`);
    // What fails in another way is reported, and would fail for ever.
    return reply.statusCode !== UNAVAILABLE;
  }
}

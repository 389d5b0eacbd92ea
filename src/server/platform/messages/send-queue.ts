import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import type { Database } from '#server/db/database.ts';
import { type Draft, type Sent, sendMessages, type Timed } from './send-queries.ts';

/** Messages of one statement at most: more make each wait longer and the whole no faster. */
const MAX_TOGETHER = 32;
/** Statements under way at once. The embedded database has one connection. */
const LANES = { postgres: 2, embedded: 1 } as const;
/** Two transactions that wait for each other, or one that saw what another changed: run again as if never begun. */
const CLASHES: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const MAX_RUNS = 5;
/** Something about the values themselves. */
const FAULT_OF_ONE = /^2[23]/;

interface Waiting extends Timed {
  readonly resolve: (sent: Sent) => void;
  readonly reject: (reason: unknown) => void;
}

/** Names a conversation before it is looked up. */
const lineOf = ({ senderId, peerId }: Draft): string =>
  BigInt(senderId) < BigInt(peerId) ? `${senderId} ${peerId}` : `${peerId} ${senderId}`;

const codeOf = (thrown: unknown): string => String((thrown as { code?: unknown } | null)?.code ?? '');

/**
 * Stores messages together: while some are being stored the next ones gather, and go as one statement with one commit as
 * soon as there is room. Nothing waits for company. Each is answered when it is committed, not before; those of one
 * conversation go one after the other, in the order in which they came.
 */
export class SendQueue {
  readonly #database: Pick<Database, 'db' | 'kind'>;
  /** Lines of messages by conversation; those whose turn may come, and those with a message on its way. */
  readonly #ready = new Map<string, Waiting[]>();
  readonly #busy = new Map<string, Waiting[]>();
  #running = 0;

  constructor(database: Pick<Database, 'db' | 'kind'>) {
    this.#database = database;
  }

  /**
   * Stores a message of a conversation that is there.
   * @throws what refusals.ts reads (JT001 where there is no conversation), or what the database said: stored or not, the
   * same message can be sent again.
   */
  async send(draft: Draft, at: Date): Promise<Sent> {
    const sent = new Promise<Sent>((resolve, reject) => this.#add({ draft, at, resolve, reject }));
    this.#begin();
    return sent;
  }

  #add(waiting: Waiting): void {
    const line = lineOf(waiting.draft);
    const others = this.#busy.get(line) ?? this.#ready.get(line);
    if (others) others.push(waiting);
    else this.#ready.set(line, [waiting]);
  }

  #begin(): void {
    while (this.#running < LANES[this.#database.kind] && this.#ready.size > 0) {
      this.#running += 1;
      const batch = this.#take();
      void this.#store(batch).finally(() => {
        this.#running -= 1;
        this.#release(batch);
        this.#begin();
      });
    }
  }

  /** The first of each line, those that wait longest first. */
  #take(): Waiting[] {
    const batch: Waiting[] = [];
    for (const [line, waiting] of this.#ready) {
      if (batch.length === MAX_TOGETHER) break;
      this.#ready.delete(line);
      this.#busy.set(line, waiting);
      const first = waiting.shift();
      if (first) batch.push(first);
    }
    return batch;
  }

  #release(batch: readonly Waiting[]): void {
    for (const { draft } of batch) {
      const line = lineOf(draft);
      const others = this.#busy.get(line) ?? [];
      this.#busy.delete(line);
      if (others.length > 0) this.#ready.set(line, others);
    }
  }

  /** Settles all of a batch; never throws. */
  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#run(batch);
      batch.forEach(({ resolve, reject }, index) => {
        const { refusal, reason, ...sent } = outcomes[index] ?? { refusal: 'XX000', reason: 'no outcome' };
        if (refusal === null) resolve(sent as Sent);
        else reject(Object.assign(new Error(`refused: ${reason}`), { code: refusal, detail: reason }));
      });
    } catch (thrown) {
      // One whose values the database does not take must not fail the others.
      if (batch.length > 1 && FAULT_OF_ONE.test(codeOf(thrown))) for (const each of batch) await this.#store([each]);
      else for (const { reject } of batch) reject(thrown);
    }
  }

  async #run(batch: readonly Waiting[]) {
    for (let run = 1; ; run += 1) {
      try {
        return await sendMessages(this.#database.db, batch, UNANSWERED_LIMIT);
      } catch (thrown) {
        if (run === MAX_RUNS || !CLASHES.has(codeOf(thrown))) throw thrown;
      }
    }
  }
}

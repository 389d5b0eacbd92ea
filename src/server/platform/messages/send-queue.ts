import { pastClashes } from '#server/db/clashes.ts';
import type { Database } from '#server/db/database.ts';
import { type NewMessage, type Outcome, sendMessages } from './send-queries.ts';

/** Messages of one statement at most: more make each wait longer and the whole no faster. */
const MAX_TOGETHER = 32;
/** Statements under way at once. The embedded database has one connection. */
const LANES = { postgres: 2, embedded: 1 } as const;
/** Something about the values themselves. */
const FAULT_OF_ONE = /^2[23]/;

interface Waiting {
  readonly message: NewMessage;
  /** Names the conversation before it is looked up. */
  readonly pair: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
}

const pairOf = ({ senderId, peerId }: NewMessage): string =>
  BigInt(senderId) < BigInt(peerId) ? `${senderId} ${peerId}` : `${peerId} ${senderId}`;

const codeOf = (thrown: unknown): string => String((thrown as { code?: unknown } | null)?.code ?? '');

/**
 * Stores messages together: while some are being stored the next ones gather, and go as one statement with one commit as
 * soon as there is room. Nothing waits for company. Each is answered when it is committed, not before; messages of one
 * conversation are under way in one statement at a time, in the order in which they came.
 */
export class SendQueue {
  readonly #database: Pick<Database, 'db' | 'kind'>;
  #waiting: Waiting[] = [];
  readonly #busy = new Set<string>();
  #running = 0;

  constructor(database: Pick<Database, 'db' | 'kind'>) {
    this.#database = database;
  }

  /** Stores a message. @throws what the database said: stored or not, the same message can be sent again. */
  async send(message: NewMessage): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve, reject) =>
      this.#waiting.push({ message, pair: pairOf(message), resolve, reject }),
    );
    this.#begin();
    return outcome;
  }

  #begin(): void {
    while (this.#running < LANES[this.#database.kind]) {
      const batch = this.#take();
      if (batch.length === 0) return;
      this.#running += 1;
      void this.#store(batch).finally(() => {
        this.#running -= 1;
        for (const { pair } of batch) this.#busy.delete(pair);
        this.#begin();
      });
    }
  }

  /** Those that wait longest, of conversations with nothing under way. */
  #take(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    for (const each of this.#waiting) {
      const isFree = batch.length < MAX_TOGETHER && !this.#busy.has(each.pair);
      (isFree ? batch : later).push(each);
    }
    for (const { pair } of batch) this.#busy.add(pair);
    this.#waiting = later;
    return batch;
  }

  /** Settles all of a batch; never throws. */
  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#run(batch.map(({ message }) => message));
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
        else reject(new Error('The database answered nothing about a message.'));
      });
    } catch (thrown) {
      // One whose values the database does not take must not fail the others.
      if (batch.length > 1 && FAULT_OF_ONE.test(codeOf(thrown))) for (const each of batch) await this.#store([each]);
      else for (const { reject } of batch) reject(thrown);
    }
  }

  #run(messages: readonly NewMessage[]): Promise<Outcome[]> {
    return pastClashes(() => sendMessages(this.#database.db, messages));
  }
}

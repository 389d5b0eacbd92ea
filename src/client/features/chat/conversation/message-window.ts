import type { ChatMessage, ExchangeContent } from '#schemas/api/chat.ts';

/** Messages of one conversation that are kept at most. */
export const MOST_KEPT = 600;

interface Row {
  readonly message: ChatMessage;
  /** `changeRev` of the answer that brought it; -1 for one that came by itself. */
  readonly asOf: number;
}

const NOT_DATED = -1;

/**
 * The messages of a conversation that are at hand: a part of its sequence without gaps. What does not join on is not
 * taken, so that the caller knows that something is to be fetched. A message never goes back to what it was.
 */
export class MessageWindow {
  #rows: readonly Row[] = [];

  get messages(): readonly ChatMessage[] {
    return this.#rows.map(({ message }) => message);
  }

  /** Sequence numbers of the oldest and the newest message; 0 while there is none. */
  get first(): number {
    return this.#rows[0]?.message.seq ?? 0;
  }

  get last(): number {
    return this.#rows.at(-1)?.message.seq ?? 0;
  }

  get size(): number {
    return this.#rows.length;
  }

  at(seq: number): ChatMessage | undefined {
    return this.#rows[seq - this.first]?.message;
  }

  /**
   * Takes what joins on at either end, and what is newer of what is there. An empty window takes the newest run without
   * gaps.
   * @param asOf `changeRev` of the answer
   * @param keep which end stays when there are more than may be kept
   */
  take(messages: readonly ChatMessage[], asOf = NOT_DATED, keep: 'newest' | 'oldest' = 'newest'): void {
    const sorted = messages.toSorted((left, right) => left.seq - right.seq);
    let rows = [...this.#rows];
    const run = rows.length === 0 ? newestRun(sorted) : sorted;
    if (rows.length === 0) rows = run.slice(0, 1).map((message) => ({ message, asOf }));
    for (const message of run) {
      const index = message.seq - (rows[0]?.message.seq ?? 0);
      const known = rows[index];
      if (known) rows[index] = newer(known, { message, asOf });
      else if (index === rows.length) rows.push({ message, asOf });
    }
    for (const message of run.toReversed()) {
      if (message.seq === (rows[0]?.message.seq ?? 0) - 1) rows.unshift({ message, asOf });
    }
    if (rows.length > MOST_KEPT) rows = keep === 'newest' ? rows.slice(-MOST_KEPT) : rows.slice(0, MOST_KEPT);
    this.#rows = rows;
  }

  /** Replaces all messages by these. */
  replace(messages: readonly ChatMessage[], asOf: number): void {
    const known = new Map(this.#rows.map((row) => [row.message.seq, row]));
    this.#rows = [];
    this.take(messages, asOf);
    this.#rows = this.#rows.map((row) => newer(known.get(row.message.seq) ?? row, row));
  }

  clear(): void {
    this.#rows = [];
  }
}

function newestRun(sorted: readonly ChatMessage[]): readonly ChatMessage[] {
  let from = sorted.length - 1;
  while (from > 0 && sorted[from - 1]?.seq === (sorted[from]?.seq ?? 0) - 1) from -= 1;
  return sorted.slice(Math.max(from, 0));
}

function newer(known: Row, next: Row): Row {
  const progress = progressOf(next.message) - progressOf(known.message);
  return progress > 0 || (progress === 0 && next.asOf >= known.asOf) ? next : known;
}

/** How far a message has come: recalled is the end of all, an answered request the end of waiting. */
function progressOf({ beBack, content }: ChatMessage): number {
  if (beBack) return 2;
  return content.startsWith('{') && stateOf(content) !== 'pending' ? 1 : 0;
}

function stateOf(content: string): ExchangeContent['state'] | undefined {
  try {
    return (JSON.parse(content) as Partial<ExchangeContent>).state ?? 'pending';
  } catch {
    return 'pending';
  }
}

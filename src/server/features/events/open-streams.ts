import type { ServerResponse } from 'node:http';
import type { PushedEvent } from '#schemas/api/events.ts';

/** A reader that does not read is closed when this much waits for it; it catches up when it comes back. */
const MAX_WAITING_BYTES = 256 * 1024;
/** Heartbeats go to one part of the streams after the other: to all at once they would hold up everything else. */
const PARTS = 100;

/** One open stream. Nothing of its request is kept: there are many, and they stay long. */
export interface EventReader {
  readonly uid: string | null;
  readonly part: number;
  readonly raw: ServerResponse;
}

/** The streams that are open in this process. */
export class OpenStreams {
  readonly #parts = Array.from({ length: PARTS }, () => new Set<EventReader>());
  readonly #heartbeat: NodeJS.Timeout;
  #added = 0;
  #beaten = 0;
  /** The latest event as text: one that goes to thousands is written once. */
  #latest: { event: PushedEvent; text: string } | undefined;

  /** Each stream has a heartbeat once in `heartbeatMs` milliseconds. */
  constructor(heartbeatMs: number) {
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs / PARTS);
    this.#heartbeat.unref();
  }

  add(raw: ServerResponse, uid: string | null): EventReader {
    const reader = { raw, uid, part: this.#added % PARTS };
    this.#added += 1;
    this.#parts[reader.part]?.add(reader);
    return reader;
  }

  remove(reader: EventReader): void {
    this.#parts[reader.part]?.delete(reader);
  }

  send(reader: EventReader, event: PushedEvent): void {
    if (this.#latest?.event !== event) this.#latest = { event, text: `data: ${JSON.stringify(event)}\n\n` };
    write(reader, this.#latest.text);
  }

  /** Ends those of an account; null ends all that belong to anybody. */
  endOf(accountId: string | null): void {
    this.#each((reader) => {
      if (reader.uid !== null && (accountId === null || reader.uid === accountId)) reader.raw.end();
    });
  }

  /** Ends all, and the heartbeat. */
  stop(): void {
    clearInterval(this.#heartbeat);
    this.#each((reader) => reader.raw.end());
  }

  #each(act: (reader: EventReader) => void): void {
    for (const part of this.#parts) for (const reader of part) act(reader);
  }

  #beat(): void {
    for (const reader of this.#parts[this.#beaten % PARTS] ?? []) write(reader, ': still here\n\n');
    this.#beaten += 1;
  }
}

function write({ raw }: EventReader, text: string): void {
  if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
  else raw.write(text);
}

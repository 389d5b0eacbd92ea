import type { ServerResponse } from 'node:http';
import type { PushedEvent } from '#schemas/api/events.ts';

/** A reader that does not read is closed when this much waits for it; it catches up when it comes back. */
const MAX_WAITING_BYTES = 256 * 1024;
/** Heartbeats go to one part of the streams after the other: to all at once they would hold up everything else. */
const PARTS = 100;

/**
 * Streams that one account may have open in one process. A browser needs one for all its tabs; where it cannot share it,
 * one for each of the six tabs that it connects at a time: enough for five devices of that kind.
 */
export const MOST_STREAMS = 30;

/** What became of a session: it goes on, it is over, or its whole account was frozen or closed. */
export type SessionState = 'live' | 'over' | 'shut';

/** Whose stream it is, by which session. */
export interface StreamOwner {
  readonly uid: string;
  readonly sessionId: string;
}

/** One open stream. Nothing of its request is kept: there are many, and they stay long. */
export interface EventReader {
  readonly part: number;
  readonly raw: ServerResponse;
  /** Null for a visitor, and once the session is over. */
  owner: StreamOwner | null;
  /** Ends the subscription to what is for the owner alone. */
  readonly disown: () => void;
}

/** The streams that are open in this process. */
export class OpenStreams {
  readonly #deps = Array.from({ length: PARTS }, () => new Set<EventReader>());
  readonly #heartbeat: NodeJS.Timeout;
  #added = 0;
  #beaten = 0;
  /** Open streams by the account that they belong to. */
  readonly #counts = new Map<string, number>();
  /** The latest event as text: one that goes to thousands is written once. */
  #latest: { event: PushedEvent; text: string } | undefined;

  /** Each stream has a heartbeat once in `heartbeatMs` milliseconds. */
  constructor(heartbeatMs: number) {
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs / PARTS);
    this.#heartbeat.unref();
  }

  /** How many streams of an account are open. */
  countOf(accountId: string): number {
    return this.#counts.get(accountId) ?? 0;
  }

  add(opened: Omit<EventReader, 'part'>): EventReader {
    const reader = { ...opened, part: this.#added % PARTS };
    this.#added += 1;
    this.#deps[reader.part]?.add(reader);
    this.#count(reader.owner, 1);
    return reader;
  }

  remove(reader: EventReader): void {
    if (this.#deps[reader.part]?.delete(reader)) this.#count(reader.owner, -1);
  }

  send(raw: ServerResponse, event: PushedEvent): void {
    if (this.#latest?.event !== event) this.#latest = { event, text: `data: ${JSON.stringify(event)}\n\n` };
    write(raw, this.#latest.text);
  }

  /** The sessions by which the streams of an account were opened; with null those of everybody. */
  sessionsOf(accountId: string | null): string[] {
    const ids = new Set<string>();
    this.#each(({ owner }) => {
      if (owner && (accountId === null || owner.uid === accountId)) ids.add(owner.sessionId);
    });
    return [...ids];
  }

  /** Ends the streams of accounts that were shut. Those of sessions that are over go on as a visitor's, without a word. */
  settle(states: ReadonlyMap<string, SessionState>): void {
    this.#each((reader) => {
      const state = reader.owner ? states.get(reader.owner.sessionId) : undefined;
      if (state === 'shut') reader.raw.end();
      if (state !== 'over') return;
      this.#count(reader.owner, -1);
      reader.owner = null;
      reader.disown();
    });
  }

  /** Ends all, and the heartbeat. */
  stop(): void {
    clearInterval(this.#heartbeat);
    this.#each((reader) => reader.raw.end());
  }

  #count(owner: StreamOwner | null, more: 1 | -1): void {
    if (!owner) return;
    const count = this.countOf(owner.uid) + more;
    if (count > 0) this.#counts.set(owner.uid, count);
    else this.#counts.delete(owner.uid);
  }

  #each(act: (reader: EventReader) => void): void {
    for (const part of this.#deps) for (const reader of part) act(reader);
  }

  #beat(): void {
    for (const reader of this.#deps[this.#beaten % PARTS] ?? []) write(reader.raw, ': still here\n\n');
    this.#beaten += 1;
  }
}

function write(raw: ServerResponse, text: string): void {
  // An ended stream stays here until its connection has closed; a write after its end would be an unhandled error.
  if (raw.writableEnded) return;
  if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
  else raw.write(text);
}

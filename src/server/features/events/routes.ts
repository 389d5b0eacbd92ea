import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { followEvents } from '#schemas/api/events.ts';
import { mount } from '#server/http/mount.ts';
import type { EventBus } from '#server/lib/event-bus.ts';

const HEARTBEAT_MS = 25_000;
/** A reader that does not read is closed when this much waits for it; it catches up when it comes back. */
const MAX_WAITING_BYTES = 256 * 1024;

/** One open stream. Nothing of its request is kept: there are many, and they stay long. */
class EventReader {
  readonly uid: string | null;
  readonly #raw: ServerResponse;

  constructor(raw: ServerResponse, uid: string | null) {
    this.#raw = raw;
    this.uid = uid;
  }

  send(text: string): void {
    if (this.#raw.writableLength > MAX_WAITING_BYTES) this.#raw.destroy();
    else this.#raw.write(text);
  }

  end(): void {
    this.#raw.end();
  }
}

interface EventParts {
  readonly bus: EventBus;
  /** Calls back with each account that is not what it was; null means any of them. */
  readonly onAccountChange: (changed: (accountId: string | null) => void) => void;
}

/** Server-sent events: hints to open screens. */
export function eventRoutes(app: FastifyInstance, { bus, onAccountChange }: EventParts): void {
  const open = new Set<EventReader>();
  const heartbeat = setInterval(() => {
    for (const reader of open) reader.send(': still here\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const reader of open) reader.end();
  });
  // A stream that belongs to a person ends with what he was; the browser comes back as whoever he is now.
  onAccountChange((accountId) => {
    for (const reader of open) if (reader.uid !== null && reader.uid === accountId) reader.end();
  });
  mount(app, followEvents, async ({ reply, actor }) => {
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    const reader = new EventReader(raw, actor.id);
    const stop = bus.subscribe((event) => reader.send(`data: ${JSON.stringify(event)}\n\n`), actor.id);
    open.add(reader);
    raw.on('close', () => {
      stop();
      open.delete(reader);
    });
    return reply;
  });
}

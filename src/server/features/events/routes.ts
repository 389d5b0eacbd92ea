import type { FastifyInstance } from 'fastify';
import { followEvents } from '#schemas/api/events.ts';
import { mount } from '#server/http/mount.ts';
import type { EventBus } from '#server/lib/event-bus.ts';
import { OpenStreams } from './open-streams.ts';

const HEARTBEAT_MS = 25_000;
/** A browser that lost its stream comes back after this many milliseconds: not all of them at once. */
const RETRY_MS = { least: 1000, most: 8000 };

interface EventParts {
  readonly bus: EventBus;
  /** Calls back with each account that was frozen or closed. */
  readonly onShut: (shut: (accountId: string) => void) => void;
  /** From 0 up to but not including 1. */
  readonly chance?: () => number;
}

/** Server-sent events: hints to open screens. */
export function eventRoutes(app: FastifyInstance, { bus, onShut, chance = Math.random }: EventParts): void {
  const streams = new OpenStreams(HEARTBEAT_MS);
  app.addHook('preClose', async () => streams.stop());
  // Whoever is shut out is told at once: the browser comes back, and is refused with the words for it.
  onShut((accountId) => streams.endOf(accountId));
  mount(app, followEvents, async ({ reply, actor }) => {
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${Math.round(RETRY_MS.least + chance() * (RETRY_MS.most - RETRY_MS.least))}\n\n`);
    const reader = streams.add(raw, actor.id);
    const stop = bus.subscribe((event) => streams.send(reader, event), actor.id);
    raw.on('close', () => {
      stop();
      streams.remove(reader);
    });
    return reply;
  });
}

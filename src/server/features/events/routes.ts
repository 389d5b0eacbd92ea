import type { FastifyInstance } from 'fastify';
import { followEvents } from '#schemas/api/events.ts';
import { mount } from '#server/http/mount.ts';
import type { EventBus } from '#server/lib/event-bus.ts';

const HEARTBEAT_MS = 25_000;
/** A reader that does not read is closed when this much waits for it; it catches up when it comes back. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Server-sent events: hints to open screens. */
export function eventRoutes(app: FastifyInstance, bus: EventBus): void {
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const close of open) close();
  });
  mount(app, followEvents, async ({ reply }) => {
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    const send = (text: string) => {
      if (raw.writableLength > MAX_WAITING_BYTES) close();
      else raw.write(text);
    };
    const stop = bus.subscribe((event) => send(`data: ${JSON.stringify(event)}\n\n`));
    const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
    const close = () => {
      stop();
      clearInterval(heartbeat);
      open.delete(close);
      raw.end();
    };
    open.add(close);
    raw.on('close', close);
    return reply;
  });
}

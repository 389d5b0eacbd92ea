import type { FastifyInstance } from 'fastify';
import { followEvents, type PushedEvent } from '#schemas/api/events.ts';
import { Failure } from '#shared/errors.ts';
import { VISITOR } from '#shared/policy/actor.ts';
import { mount } from '#server/http/mount.ts';
import { type ActionHintDeps, hintOfActions } from './action-hints.ts';
import type { EventBus } from './event-bus.ts';
import { MOST_STREAMS, OpenStreams, type SessionState } from './open-streams.ts';

const HEARTBEAT_MS = 25_000;
/** A browser that lost its stream comes back after this many milliseconds: not all of them at once. */
const RETRY_MS = { least: 1000, most: 6000 };

const TOO_MANY = `同一账号最多同时保持 ${MOST_STREAMS} 个实时连接，其余页面会改为定时刷新；请关闭不用的页面`;

interface EventDeps extends ActionHintDeps {
  readonly bus: EventBus;
  /** Calls back with each account that changed, or whose sessions did; with null when any may have. */
  readonly onAccountChange: (changed: (accountId: string | null) => void) => void;
  /** What became of these sessions. */
  readonly sessionStatesOf: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, SessionState>>;
  /** From 0 up to but not including 1. */
  readonly chance?: () => number;
}

/** Server-sent events: hints to open screens. */
export function eventRoutes(app: FastifyInstance, deps: EventDeps): void {
  const { bus, sessionStatesOf, chance = Math.random } = deps;
  hintOfActions(app, deps);
  const streams = new OpenStreams(HEARTBEAT_MS);
  app.addHook('preClose', async () => streams.stop());
  // A user who loses access is disconnected at once: the browser reconnects, and is refused with the reason. After the
  // end of a session no more of the user's events are sent.
  deps.onAccountChange((accountId) => {
    if (accountId !== null && !bus.hears(accountId)) return;
    const ids = streams.sessionsOf(accountId);
    if (ids.length === 0) return;
    sessionStatesOf(ids)
      .then((states) => streams.settle(states))
      .catch((error: unknown) => app.log.error({ err: error }, 'sessions of open streams could not be asked about'));
  });
  mount(app, followEvents, async ({ request, reply, actor }) => {
    const { raw } = reply;
    // The newest is refused, not the oldest closed: a browser reopens what is closed, and would close another one by it.
    if (actor.id !== null && streams.countOf(actor.id) >= MOST_STREAMS)
      throw new Failure('TOO_MANY_REQUESTS', TOO_MANY);
    reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${Math.round(RETRY_MS.least + chance() * (RETRY_MS.most - RETRY_MS.least))}\n\n`);
    const send = (event: PushedEvent) => streams.send(raw, event);
    const { sessionId } = request;
    const owner = actor.id !== null && sessionId !== null ? { uid: actor.id, sessionId } : null;
    let stop = bus.subscribe(send, actor.id, actor);
    const disown = () => {
      stop();
      stop = bus.subscribe(send, null, VISITOR);
    };
    const reader = streams.add({ raw, owner, disown });
    raw.on('close', () => {
      stop();
      streams.remove(reader);
    });
    return reply;
  });
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { loggedRequest } from './logged-request.ts';

export type LogSettings = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>;

/** An id that a proxy may give a request, so that its log and ours speak of the same one; anything else is not kept. */
const REQUEST_ID = /^[\w.-]{8,64}$/;
const ID_HEADER = 'x-request-id';

function idOf({ headers }: IncomingMessage): string {
  const given = headers[ID_HEADER];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** How a server is made that logs one line for each request, instead of one at its beginning and one at its end. */
export const loggingOptions = (logger: LogSettings | undefined) => ({
  logger: logger ? { ...logger, serializers: { req: loggedRequest } } : (false as const),
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: idOf,
});

/** A request that was answered. */
export interface Answered {
  readonly method: string;
  /** Pattern of the route, as `/api/chat/messages/:id`; `none` where there is none. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Gives each answer the id of its request, and logs at `info` what was asked, by which account, and how it ended. */
export function logRequests(app: FastifyInstance, measure?: (answered: Answered) => void): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(ID_HEADER, request.id);
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    const { method, url } = loggedRequest(request);
    const account = (request as { actor?: { id?: string } }).actor?.id;
    // Lines are counted by the route; absent where there is none.
    const route = request.routeOptions.url;
    const ms = Math.round(reply.elapsedTime);
    measure?.({ method, route: route ?? 'none', status: reply.statusCode, ms: reply.elapsedTime });
    request.log.info({ method, route, url, status: reply.statusCode, ms, account }, 'request');
    next();
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/errors.ts';

/** How slowly a client may send before its connection is closed. */
export interface SlowClientLimits {
  /** Milliseconds within which the head of a request must be there. */
  readonly headMs: number;
  /** A body is looked at in windows of so many milliseconds. */
  readonly windowMs: number;
  /** Bytes of a body that must come in each window, unless it ends there. */
  readonly leastBytes: number;
}

/** About one kilobyte a second: a large file over a poor line may take hours, a body of nothing but patience may not. */
export const SLOW_CLIENTS: SlowClientLimits = { headMs: 30_000, windowMs: 30_000, leastBytes: 32 * 1024 };

/** How often Node looks for heads that take too long, in parts of the time that they may take. */
const HEAD_CHECKS = 4;

/** What the HTTP server must be made with. */
export const serverDeadlines = ({ headMs }: SlowClientLimits) => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: headMs / HEAD_CHECKS,
});

/**
 * Closes connections whose request body does not get on, on every route and also where the request was answered before
 * its body was read: each would hold a connection for as long as its client likes. There is no limit on the whole time,
 * so that large files can come over slow lines.
 */
export function refuseSlowBodies(app: FastifyInstance, limits: SlowClientLimits): void {
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
    watch(request, response, limits);
  });
}

function watch(request: IncomingMessage, response: ServerResponse, { windowMs, leastBytes }: SlowClientLimits): void {
  const { socket } = request;
  let before = socket.bytesRead;
  const look = () => {
    if (request.complete || request.destroyed) return clearInterval(timer);
    const came = socket.bytesRead - before;
    before = socket.bytesRead;
    // What waits here to be taken is our slowness, not the client's.
    const isOurs = request.readableLength >= request.readableHighWaterMark;
    if (came >= leastBytes || isOurs) return;
    clearInterval(timer);
    closeSlow(request, response);
  };
  // After what came while this process was busy has been read.
  const timer = setInterval(() => setImmediate(look), windowMs).unref();
  for (const ended of ['close', 'end']) request.once(ended, () => clearInterval(timer));
}

/** Answers if nothing was answered yet, and closes the connection. */
function closeSlow(request: IncomingMessage, response: ServerResponse): void {
  // Through the request, which notifies the readers of its body; the end of the socket alone is not reported once there
  // is an answer.
  if (response.headersSent) return void request.destroy();
  const { status, code, message } = new Failure('TOO_SLOW');
  response.once('finish', () => request.destroy());
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(JSON.stringify({ code, msg: message, data: null }));
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, FAILURES } from '#shared/errors.ts';
import { sendFailure } from './failures.ts';

interface Current {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const current = new AsyncLocalStorage<Current>();

/** Makes every request known to all that is done for it, however deep in callbacks. */
export function rememberRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => current.run({ request, reply }, next));
}

/**
 * Answers the request for which the running callback was called, after a fault that nothing handled: with the failure
 * INTERNAL where no answer has begun, else by breaking the connection. Gives its id; undefined where there is none.
 */
export function failCurrentRequest(): string | undefined {
  const found = current.getStore();
  if (!found) return undefined;
  const { request, reply } = found;
  if (reply.raw.writableEnded) return request.id;
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else sendFailure(reply, new Failure('INTERNAL', FAILURES.INTERNAL.message, [], { requestId: request.id }));
  return request.id;
}

import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, FAILURES } from '#shared/errors.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database } from '#server/db/database.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import { sendFailure, told, toFailure } from '#server/http/failures.ts';
import { type Meter, UNCOUNTED } from '#server/platform/row-use/meter.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { charge, secondsUntilTomorrow } from './limits.ts';
import { type Answered, countCall } from './queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call with a key: what it failed by, how many records it was answered with, and what counts them for its owner. */
    openCall: { failure: Failure | undefined; rows: number; meter: Meter };
  }
}

export interface OpenScopeDeps {
  readonly database: Pick<Database, 'db'>;
  readonly now: () => Date;
  readonly rows: RowUse;
}

/**
 * What is the same for every call with a key: each takes one of its limits, is counted for its owner, and fails with
 * `{code, msg, data, requestId}`, by which it is found again. Gives what waits until all of them are counted.
 */
export function openScope(app: FastifyInstance, deps: OpenScopeDeps): () => Promise<void> {
  const { database, now, rows } = deps;
  const underWay = new Set<Promise<void>>();
  app.decorateRequest('openCall', null as never);
  app.addHook('onRequest', async (request, reply) => {
    request.openCall = { failure: undefined, rows: 0, meter: UNCOUNTED };
    void reply.header('x-request-id', request.id);
  });
  // Behind the decision and before the body is judged: a call that is malformed costs as much as any other.
  app.addHook('preValidation', async ({ actor, openCall }, reply) => {
    if (!actor.key || actor.id === null) return;
    openCall.meter = await rows.meter(actor, 'programs');
    await charge(database.db, { keyId: actor.key.id, accountId: actor.id }, now(), reply);
  });
  // Before the answer goes: what it says is left is what is left after it.
  app.addHook('onSend', async ({ openCall: { meter, rows: given } }, reply) => {
    meter.add(given);
    if (meter.limit === null) return;
    void reply.headers({
      'x-quota-rows-limit': meter.limit,
      'x-quota-rows-remaining': meter.left(),
      'x-quota-rows-reset': secondsUntilTomorrow(now()),
    });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toFailure(error);
    if (!known) request.log.error({ err: error }, 'unexpected fault');
    const failure = known ? told(known, request) : new Failure('INTERNAL', FAILURES.INTERNAL.message);
    request.openCall.failure = failure;
    if (failure.status === 401) void reply.header('www-authenticate', 'Bearer');
    return sendFailure(reply, failure, { requestId: request.id });
  });
  app.addHook('onResponse', async (request) => {
    const answered = answeredCall(request, now());
    if (!answered) return;
    const counting: Promise<void> = countCall(database.db, answered)
      .catch(faultReporter(request.log, 'a call was not counted'))
      .finally(() => underWay.delete(counting));
    underWay.add(counting);
  });
  return async () => {
    await Promise.all(underWay);
  };
}

function answeredCall(request: FastifyRequest, at: Date): Answered | undefined {
  const { actor, openCall, params, method, url, id } = request;
  if (!actor.key) return undefined;
  const object = (params as { objectApiName?: string }).objectApiName ?? '';
  const { failure, rows } = openCall;
  return {
    keyId: actor.key.id,
    day: shanghaiDay(at),
    // A name that no object has is the caller's own text.
    object: failure?.failure === 'UNKNOWN_OBJECT' ? '' : object.slice(0, 40),
    rows,
    fault: failure && {
      at,
      method,
      path: (url.split('?', 1)[0] ?? '').slice(0, 200),
      status: failure.status,
      code: failure.code,
      message: failure.message.slice(0, 300),
      requestId: id,
    },
  };
}

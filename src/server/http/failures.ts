import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, FAILURES, type Problem } from '#shared/errors.ts';
import { isAway } from '#server/db/away.ts';
import { isTakenValue } from '#server/db/clashes.ts';
import { requestProblems } from './validation.ts';

/** What PostgreSQL says that is not our fault, by SQLSTATE. */
const DATABASE_FAILURES: Readonly<Record<string, () => Failure>> = {
  '57014': () => new Failure('UNAVAILABLE', '查询耗时过长，请缩小筛选范围'),
  '55P03': () => new Failure('UNAVAILABLE'),
  '40001': () => new Failure('CONFLICT'),
  '40P01': () => new Failure('CONFLICT'),
  '23505': () => new Failure('DUPLICATE'),
  '54000': () => new Failure('TOO_LARGE', '这条记录的内容太多，无法保存，请精简后再试'),
  '53300': () => new Failure('UNAVAILABLE'),
};

/** Where the record that has the value could not be found: it came at the same moment, or a record is brought back. */
const TAKEN_VALUE = '不可重复的值已被其他记录使用，请先修改其中一条';

/** After so many seconds a client may try again what was unavailable. */
const RETRY_AFTER_S = 5;
const UNAVAILABLE_STATUS = FAILURES.UNAVAILABLE.status;

/** Any error as a failure that may be shown; null when it is a fault of ours that must be logged whole. */
export function toFailure(error: FastifyError | Error): Failure | null {
  if (error instanceof Failure) return error;
  const { code, statusCode, validation, validationContext } = error as FastifyError;
  if (validation) {
    const problems = requestProblems(validation, validationContext);
    return new Failure('INVALID_BODY', problems[0]?.message, problems);
  }
  if (isTakenValue(error)) return new Failure('DUPLICATE', TAKEN_VALUE);
  const known = DATABASE_FAILURES[code];
  if (known) return known();
  if (isAway(error)) return new Failure('UNAVAILABLE');
  if (statusCode === 413) return new Failure('TOO_LARGE');
  if (statusCode === 415) return new Failure('INVALID_BODY', '不支持这种内容类型（content-type）');
  if (statusCode === 429) return new Failure('TOO_MANY_REQUESTS');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Failure('INVALID_BODY', '请求格式有误，无法解析');
  }
  return null;
}

/** What a problem says on the wire; the record that holds a value is in `record` alone, for users who may open it. */
const shownProblem = ({ heldBy: _heldBy, sameAs: _sameAs, ...shown }: Problem): Problem => shown;

/** `more` goes beside the rest of the envelope. */
export function sendFailure(reply: FastifyReply, failure: Failure, more: object = {}): FastifyReply {
  const { retryAfter } = failure.details;
  if (typeof retryAfter === 'number') void reply.header('retry-after', retryAfter);
  else if (failure.status === UNAVAILABLE_STATUS && !reply.hasHeader('retry-after'))
    reply.header('retry-after', RETRY_AFTER_S);
  const data =
    failure.problems.length > 0 ? { ...failure.details, errors: failure.problems.map(shownProblem) } : failure.details;
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        code: failure.code,
        msg: failure.message,
        data: Object.keys(data).length > 0 ? data : null,
        ...more,
      }),
    );
}

const UNKNOWN_CALLER: ReadonlySet<string> = new Set(['SESSION_INVALID', 'KEY_REFUSED']);

/**
 * Who must sign in, or have a key, learns why theirs is over, wherever it turned out that one is needed; staff who are as
 * visitors until they have a second factor learn that.
 */
export function told(
  failure: Failure,
  { sessionOver, lacksFactor }: Partial<Pick<FastifyRequest, 'sessionOver' | 'lacksFactor'>>,
): Failure {
  if (!UNKNOWN_CALLER.has(failure.failure)) return failure;
  if (lacksFactor === true) return new Failure('FACTOR_MISSING');
  return sessionOver ? new Failure(sessionOver) : failure;
}

/** Every failure of the app ends here, as `{code, msg, data}` with an honest status. */
export function handleFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error);
    if (failure) return sendFailure(reply, told(failure, request));
    request.log.error({ err: error }, 'unexpected fault');
    return sendFailure(reply, new Failure('INTERNAL', FAILURES.INTERNAL.message, [], { requestId: request.id }));
  });
}

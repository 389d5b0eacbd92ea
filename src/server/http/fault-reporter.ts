import type { FastifyBaseLogger } from 'fastify';
import { isAway } from '#server/db/away.ts';

/**
 * Writes what went wrong with work that no request waits for, and that is tried again, into the log. A database that is away
 * is said once for all by the process; what stops meanwhile is no error of its own.
 */
export const faultReporter =
  (log: Pick<FastifyBaseLogger, 'warn' | 'error'>, words: string, about: object = {}) =>
  (error: unknown): void =>
    log[isAway(error) ? 'warn' : 'error']({ err: error, ...about }, words);

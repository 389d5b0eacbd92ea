/**
 * The connection to the database is lost or cannot be made: it ends, starts, fails over, or is a standby that takes no
 * writes. 08P01 is no such thing: the server did not understand what it was asked.
 */
const DATABASE_AWAY =
  /^(08(?!P01)[0-9A-Z]{3}|57P0[123]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
/** The driver's own words for a lost connection have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect)/;

/** Says an error that there is no connection to a database which takes writes? */
export function isAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return DATABASE_AWAY.test(String(code)) || CONNECTION_LOST.test(String(message));
}

/** Was a server asked for a connection, and did not answer in time? */
export const isSilent = (error: unknown): boolean =>
  (error as { message?: unknown } | null)?.message === 'timeout expired';

/** A standby was reached where the server that takes writes was looked for. */
export class StandbyError extends Error {
  /** As PostgreSQL says when a standby is asked to write. */
  readonly code = '25006';

  constructor() {
    super('the server is a standby');
  }
}

import { FAILURES } from '#shared/errors.ts';

/** The codes that end a session, with the words for a reply that brings none. */
const ENDS_SESSION: ReadonlyMap<number, string> = new Map([
  ...[FAILURES.SESSION_INVALID.code, 403, 100000001, 100000005, 100000006, 100000008].map(
    (code) => [code, FAILURES.SESSION_INVALID.message] as const,
  ),
  [100000002, '授权证书已过期'],
  [100000003, '授权信息已变更，请重新登录！'],
]);

/** Does a reply of this code mean that the session is over? */
export const endsSession = (code: number): boolean => ENDS_SESSION.has(code);

/** What is said of a code whose reply says nothing; undefined for a code without words of its own. */
export const wordsOfCode = (code: number): string | undefined =>
  ENDS_SESSION.get(code) ?? (code === FAILURES.VIP_REQUIRED.code ? FAILURES.VIP_REQUIRED.message : undefined);

import type { FailureName } from '#shared/errors.ts';

/** Why a session is over, and what its browser is answered from then on. Running out of time needs no mark. */
export const SESSION_ENDS = {
  signedOut: 'SESSION_INVALID',
  endedByOwner: 'SESSION_ENDED',
  passwordChanged: 'PASSWORD_CHANGED',
  accessChanged: 'ACCESS_CHANGED',
  frozen: 'ACCOUNT_FROZEN',
  closed: 'ACCOUNT_CLOSED',
} as const satisfies Record<string, FailureName>;

export type SessionEnd = keyof typeof SESSION_ENDS;

import { Type } from 'typebox';
import { IdentityKind } from './identity.ts';
import { route } from './route.ts';

const Email = Type.String({ minLength: 3, maxLength: 100 });

export const checkEmail = route({
  method: 'GET',
  path: '/api/rong/emailCheck',
  summary: 'May this mail address vouch for where a user works? Addresses of free mail services may not',
  action: 'identity.read',
  query: Type.Object({ email: Email }),
  /** `message` is empty when it may. */
  reply: Type.Object({ allowed: Type.Boolean(), message: Type.String() }),
});

export const sendVerifyEmail = route({
  method: 'POST',
  path: '/api/rong/verifyEmail/send',
  summary:
    'Send the link again that proves the mail address of this person’s certification as investor or organisation',
  action: 'identity.submit',
  reply: Type.Object({
    /** The address as others may see it: `z***@example.com`. */
    sentTo: Type.String(),
    /** Until when the link can be opened, ISO 8601. */
    dueAt: Type.String(),
  }),
});

export const verifyEmail = route({
  method: 'GET',
  path: '/api/rong/verifyEmail',
  summary: 'Prove a mail address by the token that was sent to it; works once and within its term',
  action: 'passport.email',
  writes: true,
  query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }),
  /** The name of the organisation; empty for an investor. */
  reply: Type.Object({ kind: IdentityKind, orgName: Type.String() }),
});

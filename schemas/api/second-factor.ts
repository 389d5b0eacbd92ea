import { Type, type Static } from 'typebox';
import { VerifyCode } from './passport.ts';
import { route } from './route.ts';
import { Profile } from './session.ts';

/** Recovery codes that an account gets at once, each good for one sign-in. */
export const RECOVERY_CODES = 10;

/** A code of the authenticator app, or a recovery code; blanks and hyphens do not count. */
const FactorCode = Type.String({ minLength: 6, maxLength: 30, description: '动态验证码或恢复码' });

const Ticket = Type.String({ minLength: 1, maxLength: 100 });
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });

/** How the owner of the account is proved: by the password, or by a code of purpose factor to the own number. */
const OwnerProof = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  verifyCode: Type.Optional(VerifyCode),
};

/** What a refusal FACTOR_REQUIRED brings along: the first proof was right, and the ticket replaces it. */
export const FactorDemand = Type.Object({
  ticket: Ticket,
  /** Seconds for which the ticket is good. */
  expiresIn: Type.Integer(),
});
export type FactorDemand = Static<typeof FactorDemand>;

/** The second factor of one's own account. */
export const FactorState = Type.Object({
  isOn: Type.Boolean(),
  /** The installation asks staff for one: it can be replaced, not ended. */
  isRequired: Type.Boolean(),
  /** When it was set up, ISO 8601. */
  since: Type.Union([Type.String(), Type.Null()]),
  /** Recovery codes that are not used yet. */
  recoveryLeft: Type.Integer(),
});
export type FactorState = Static<typeof FactorState>;

export const passFactor = route({
  method: 'POST',
  path: '/api/p/passport/second_factor',
  summary: 'The second step of a sign-in that was refused with FACTOR_REQUIRED: its ticket and a code',
  action: 'session.open',
  encoding: 'form',
  body: Type.Object({ ticket: Ticket, code: FactorCode }, { additionalProperties: false }),
  reply: Profile,
});

export const readFactor = route({
  method: 'GET',
  path: '/api/rong/user/factor',
  summary: 'Whether the own account has a second factor',
  action: 'session.factor',
  beforeFactor: true,
  reply: FactorState,
});

export const beginFactor = route({
  method: 'POST',
  path: '/api/rong/user/factor/begin',
  summary: 'A new secret for an authenticator app, good once a code of it is confirmed within ten minutes',
  action: 'session.factor',
  beforeFactor: true,
  body: Type.Object(
    {
      ...OwnerProof,
      /** A code of the present factor, where there is one. */
      code: Type.Optional(FactorCode),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** To be typed where no picture can be scanned: Base32. */
    secret: Type.String(),
    /** A whole SVG document: the same as a picture to be scanned. */
    svg: Type.String(),
  }),
});

export const confirmFactor = route({
  method: 'POST',
  path: '/api/rong/user/factor/confirm',
  summary: 'The first code of the new secret: it counts from now on, and other sessions end',
  action: 'session.factor',
  beforeFactor: true,
  body: Type.Object({ code: FactorCode }, { additionalProperties: false }),
  reply: RecoveryCodes,
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/rong/user/factor/codes',
  summary: 'New recovery codes in place of the old ones',
  action: 'session.factor',
  body: Type.Object({ code: FactorCode }, { additionalProperties: false }),
  reply: RecoveryCodes,
});

export const endFactor = route({
  method: 'POST',
  path: '/api/rong/user/factor/end',
  summary: 'Sign in without a second factor from now on; refused where the installation asks for one',
  action: 'session.factor',
  body: Type.Object({ ...OwnerProof, code: FactorCode }, { additionalProperties: false }),
  reply: Type.Null(),
});

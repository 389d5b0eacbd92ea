import { Type, type Static } from 'typebox';
import { route } from './route.ts';

/** The three fields that prove a slide captcha was solved; they are sent with the call that the captcha protects. */
export const CAPTCHA_PROOF = {
  challenge: Type.String({ minLength: 1, maxLength: 100 }),
  validate: Type.String({ minLength: 1, maxLength: 100 }),
  seccode: Type.String({ minLength: 1, maxLength: 120 }),
};

/** Calling code without its plus, e.g. 86; 86 when absent. */
export const CountryCode = Type.String({ pattern: '^\\+?[0-9]{1,4}$', maxLength: 5 });
/** A phone number as people type it: digits, spaces, hyphens. */
export const PhoneText = Type.String({ minLength: 1, maxLength: 30 });
/** The code of a text message. */
export const VerifyCode = Type.String({ pattern: '^[0-9]{6}$', maxLength: 6 });
/** A password to be set; its rules are in src/shared/validation/password-rules.ts. */
const NewPassword = Type.String({ minLength: 1, maxLength: 200 });

/**
 * A captcha to be solved: our own, with pictures to be shown, or one of a hosted service, shown by its own script.
 * All lengths are pixels of the picture. The page's policy allows no `data:` pictures: make a Blob and an object URL of them.
 */
export const CaptchaChallenge = Type.Union([
  Type.Object({
    provider: Type.Literal('own'),
    challenge: Type.String(),
    /** The picture with its hole, as a `data:` URI of a JPEG. */
    background: Type.String(),
    /** The piece that fits the hole, as a `data:` URI of a PNG with alpha; a square of pieceSize. */
    piece: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    pieceSize: Type.Integer(),
    /** Distance of the piece from the top of the picture. */
    pieceTop: Type.Integer(),
    /** ISO 8601, two minutes from now. */
    expiresAt: Type.String(),
  }),
  Type.Object({ provider: Type.Literal('geetest'), gt: Type.String(), challenge: Type.String() }),
]);
export type CaptchaChallenge = Static<typeof CaptchaChallenge>;

/** One point of a drag: x and y from where it began in pixels of the picture, and milliseconds since then. */
const TrailPoint = Type.Unsafe<readonly [x: number, y: number, ms: number]>(
  Type.Array(Type.Number({ minimum: -10_000, maximum: 1_000_000 }), { minItems: 3, maxItems: 3 }),
);
/** Points of a drag at most; the client that recorded a longer one thins it. */
export const MAX_TRAIL_POINTS = 300;

export const readCaptcha = route({
  method: 'GET',
  path: '/api/captcha/v2',
  summary: 'A new slide captcha; type 3 is for a phone',
  action: 'passport.captcha',
  query: Type.Object({ type: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })) }),
  reply: CaptchaChallenge,
});

export const checkCaptcha = route({
  method: 'POST',
  path: '/api/captcha/v2/check',
  summary: 'Judge a drag; gives the proof of a solved captcha, good once for two minutes',
  action: 'passport.captcha',
  body: Type.Object(
    {
      challenge: CAPTCHA_PROOF.challenge,
      /** Where the left edge of the piece was let go. */
      left: Type.Number({ minimum: 0, maximum: 2000 }),
      /**
       * The drag: the last point's x is `left`. By keys every press is a point with y 0, all steps of one to three sizes.
       */
      trail: Type.Array(TrailPoint, { minItems: 1, maxItems: MAX_TRAIL_POINTS }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object(CAPTCHA_PROOF),
});

/** What a code is for; a code for one purpose is worth nothing for another. */
export const CODE_PURPOSES = ['login', 'reset', 'bind', 'rebind', 'close', 'copy', 'key', 'factor'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
const Purpose = Type.Unsafe<CodePurpose>(Type.Union(CODE_PURPOSES.map((purpose) => Type.Literal(purpose))));

const CodeSent = Type.Object({
  /** Seconds until another code may be asked for. */
  resendAfter: Type.Integer(),
  /** Seconds for which the code is good. */
  expiresIn: Type.Integer(),
});
export type CodeSent = Static<typeof CodeSent>;

export const sendCode = route({
  method: 'POST',
  path: '/api/send_code/sms',
  summary: 'Send a code to a phone; the answer is the same whether or not the number has an account',
  action: 'passport.code',
  beforeFactor: true,
  encoding: 'form',
  body: Type.Object(
    {
      countryCode: Type.Optional(CountryCode),
      /** Absent: the number of the signed-in account (for reset, rebind, close, copy, key and factor). */
      phone: Type.Optional(PhoneText),
      type: Purpose,
      ...CAPTCHA_PROOF,
    },
    { additionalProperties: false },
  ),
  reply: CodeSent,
});

/** How the owner of a forgotten password is reached: a code goes to a phone, a link with a ticket to a mail address. */
const RESET_WAYS = ['phone', 'email'] as const;
export type ResetWay = (typeof RESET_WAYS)[number];

export const sendReset = route({
  method: 'POST',
  path: '/api/resetpasswd/{type}',
  summary:
    'Send a code (phone) or a link (email) with which a forgotten password can be set; the answer is the same whether or not there is such an account',
  action: 'passport.reset',
  encoding: 'form',
  params: Type.Object({
    type: Type.Unsafe<ResetWay>(Type.Union(RESET_WAYS.map((way) => Type.Literal(way)))),
  }),
  body: Type.Object(
    {
      countryCode: Type.Optional(CountryCode),
      /** Where the type is `phone`. */
      phone: Type.Optional(PhoneText),
      /** Where the type is `email`. */
      email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
      ...CAPTCHA_PROOF,
    },
    { additionalProperties: false },
  ),
  reply: CodeSent,
});

export const verifyResetCode = route({
  method: 'POST',
  path: '/api/resetpasswd/verify',
  summary: 'Exchange the code for a ticket that sets one password within ten minutes',
  action: 'passport.reset',
  encoding: 'form',
  body: Type.Object(
    { countryCode: Type.Optional(CountryCode), phone: PhoneText, code: VerifyCode },
    { additionalProperties: false },
  ),
  reply: Type.Object({ ticket: Type.String() }),
});

export const setForgottenPassword = route({
  method: 'POST',
  path: '/api/resetpasswd/set',
  summary: 'Set the password that a ticket stands for; every session of the account ends',
  action: 'passport.reset',
  encoding: 'form',
  body: Type.Object(
    { ticket: Type.String({ minLength: 1, maxLength: 100 }), passwd: NewPassword },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const changePassword = route({
  method: 'POST',
  path: '/api/rong/user/password',
  summary: 'Set or change one’s own password, proved by the old one or by a code of type reset; other sessions end',
  action: 'profile.edit',
  encoding: 'form',
  body: Type.Object(
    {
      passwd: NewPassword,
      /** The old password, or … */
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      /** … a code that was sent to the account's own number. */
      verifyCode: Type.Optional(VerifyCode),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

const Country = Type.Object({
  /** Calling code without its plus. */
  code: Type.String(),
  /** ISO 3166-1, two letters. */
  country: Type.String(),
  label: Type.String(),
});
export type Country = Static<typeof Country>;

export const readCountries = route({
  method: 'GET',
  path: '/api/dict/cc',
  summary: 'Countries and regions with their calling codes, the mainland first',
  action: 'passport.code',
  reply: Type.Array(Country),
});

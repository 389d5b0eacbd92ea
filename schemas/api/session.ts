import { Type, type Static } from 'typebox';
import { Duty } from '#schemas/metadata/duty.ts';
import { CAPTCHA_PROOF, CountryCode, PhoneText, VerifyCode } from './passport.ts';
import { route } from './route.ts';

const nullable = Type.Union([Type.String(), Type.Null()]);

/** The signed-in person as every screen needs it. */
export const Profile = Type.Object(
  {
    uid: Type.String(),
    name: Type.String(),
    identityRoles: Type.Array(Type.String()),
    /** 2 = certified founder. */
    enterpriser: Type.Integer(),
    enterpriserVipLevel: Type.Integer(),
    /** Speaks for a company, certified for it or invited by an owner. */
    speaksForCompany: Type.Boolean(),
    /** VIP type; 3 = SVIP, 0 = none. */
    vipType: Type.Integer(),
    staff: Type.Boolean(),
    /** What staff are there for; none for other users. */
    duties: Type.Array(Duty),
    /** When the VIP ends, ISO 8601; null when there is none or it does not end. */
    vipUntil: nullable,
    /** The name to sign in with. */
    username: Type.String(),
    /** Address of a picture; null when there is none. */
    avatar: nullable,
    intro: Type.String(),
    /** The own number and mail address as others may look on: 199****0001; null when there is none. */
    phone: nullable,
    email: nullable,
    /** False for a user who signs in by codes alone. */
    hasPassword: Type.Boolean(),
    /** Staff who have yet to set up the second factor that the installation asks for: nothing else is open to them. */
    mustSetFactor: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type Profile = Static<typeof Profile>;

export const signIn = route({
  method: 'POST',
  path: '/api/p/passport/sign_in',
  summary: 'Sign in by password or by a code that was sent; sets the kr_plus_id cookie',
  action: 'session.open',
  encoding: 'form',
  body: Type.Object(
    {
      /** How: by a password (with username or phone) or by a code of type login that was sent to the phone. */
      type: Type.Optional(Type.Unsafe<'password' | 'sms'>(Type.Union([Type.Literal('password'), Type.Literal('sms')]))),
      username: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      countryCode: Type.Optional(CountryCode),
      phone: Type.Optional(PhoneText),
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      verifyCode: Type.Optional(VerifyCode),
      /** 1 when the proof of a captcha comes along, as it must after a failure CAPTCHA_REQUIRED. */
      needCaptcha: Type.Optional(Type.String({ maxLength: 5 })),
      challenge: Type.Optional(CAPTCHA_PROOF.challenge),
      validate: Type.Optional(CAPTCHA_PROOF.validate),
      seccode: Type.Optional(CAPTCHA_PROOF.seccode),
      /**
       * 1 by a signed-in user, with phone and a code of type bind: the number becomes this account's own. The owner is
       * proved by the password, or by ownCode: a code of type rebind, sent to the number that the account has now.
       */
      bind: Type.Optional(Type.String({ maxLength: 5 })),
      ownCode: Type.Optional(VerifyCode),
    },
    { additionalProperties: false },
  ),
  reply: Profile,
});

export const signOut = route({
  method: 'GET',
  path: '/api/n/user/logout',
  summary: 'End this session and clear the cookie',
  action: 'session.close',
  writes: true,
  reply: Type.Null(),
});

export const readProfile = route({
  method: 'GET',
  path: '/api/rong/user/profile/v2',
  summary: 'The signed-in person',
  action: 'session.read',
  beforeFactor: true,
  reply: Profile,
});

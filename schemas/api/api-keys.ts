import { Type, type Static } from 'typebox';
import { VerifyCode } from './passport.ts';
import { route } from './route.ts';

/** Days that a key may be good for. */
export const KEY_DAYS = [30, 90, 365] as const;
export type KeyDays = (typeof KEY_DAYS)[number];
/** Keys of one account that are good at once. */
export const MAX_KEYS = 10;
export const MAX_KEY_ADDRESSES = 20;

const Nullable = Type.Union([Type.String(), Type.Null()]);
const KeyId = Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{8}$' });

/** A key as its owner is shown it: the secret is shown once, when it is made. */
export const ApiKey = Type.Object({
  id: KeyId,
  name: Type.String(),
  /** How it begins, by which it is recognised where it is used. */
  prefix: Type.String(),
  scopes: Type.Array(Type.String()),
  addresses: Type.Array(Type.String()),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  /** When it ended before its time, or will because another has taken its place. */
  revokedAt: Nullable,
  state: Type.Union([Type.Literal('good'), Type.Literal('ending'), Type.Literal('expired'), Type.Literal('revoked')]),
  /** To the minute; null where it was never used. */
  usedAt: Nullable,
  usedFrom: Nullable,
});
export type ApiKey = Static<typeof ApiKey>;

/** What proves the owner of an account. */
export const OwnerProof = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** A code of the type `key`. */
  verifyCode: Type.Optional(VerifyCode),
};

/** The whole key, which is never shown again, beside what is kept of it. */
const MadeKey = Type.Object({ key: ApiKey, secret: Type.String() });
export type MadeKey = Static<typeof MadeKey>;

/** An object that a key can be made for. */
const OpenObject = Type.Object({ objectApiName: Type.String(), label: Type.String() });

export const listKeys = route({
  method: 'GET',
  path: '/api/rong/developer/keys',
  summary: 'One’s own API keys, the newest first, and what they can be made for',
  action: 'open.keys',
  reply: Type.Object({
    keys: Type.Array(ApiKey),
    objects: Type.Array(OpenObject),
    /** Ways to prove who one is. */
    byPassword: Type.Boolean(),
    byCode: Type.Boolean(),
  }),
});

export const NewKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
    scopes: Type.Array(Type.String({ maxLength: 80 }), { minItems: 1, maxItems: 60 }),
    /** Addresses or networks (CIDR) that it may be used from; all when empty. */
    addresses: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: MAX_KEY_ADDRESSES })),
    days: Type.Unsafe<KeyDays>(Type.Integer({ enum: [...KEY_DAYS], minimum: 1, maximum: 365 })),
    ...OwnerProof,
  },
  { additionalProperties: false },
);
export type NewKey = Static<typeof NewKey>;

export const createKey = route({
  method: 'POST',
  path: '/api/rong/developer/keys',
  summary: 'Make an API key; the owner is proved first, and the key is shown this once',
  action: 'open.keys',
  body: NewKey,
  reply: MadeKey,
});

export const rotateKey = route({
  method: 'POST',
  path: '/api/rong/developer/keys/rotate',
  summary: 'Make a key that takes the place of another, which is good for 24 hours more',
  action: 'open.keys',
  body: Type.Object({ id: KeyId, ...OwnerProof }, { additionalProperties: false }),
  reply: MadeKey,
});

export const revokeKey = route({
  method: 'POST',
  path: '/api/rong/developer/keys/revoke',
  summary: 'End an API key at once, everywhere',
  action: 'open.keys',
  body: Type.Object({ id: KeyId }, { additionalProperties: false }),
  reply: Type.Null(),
});

/** Calls of one day for one object; `object` is empty for calls that name none. */
const UsageDay = Type.Object({
  day: Type.String(),
  object: Type.String(),
  calls: Type.Integer(),
  faults: Type.Integer(),
  rows: Type.Integer(),
});
export type UsageDay = Static<typeof UsageDay>;

/** A call that failed. */
const ApiFault = Type.Object({
  at: Type.String(),
  keyName: Type.String(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  code: Type.Integer(),
  message: Type.String(),
  requestId: Type.String(),
});
export type ApiFault = Static<typeof ApiFault>;

/** Records that an account was given today (Asia/Shanghai) on screens, by programs and in files. */
export const RecordsRead = Type.Object({
  used: Type.Integer(),
  /** Null: as many as wanted. */
  limit: Type.Union([Type.Integer(), Type.Null()]),
  lists: Type.Integer(),
  searches: Type.Integer(),
  programs: Type.Integer(),
  exports: Type.Integer(),
  /** So many more than usual that reading is slowed down. */
  isSlow: Type.Boolean(),
});
export type RecordsRead = Static<typeof RecordsRead>;

export const readUsage = route({
  method: 'GET',
  path: '/api/rong/developer/usage',
  summary: 'What one’s keys were used for in the last 30 days, and the last calls that failed',
  action: 'open.keys',
  reply: Type.Object({
    days: Type.Array(UsageDay),
    faults: Type.Array(ApiFault),
    today: Type.Object({
      calls: Type.Integer(),
      limit: Type.Integer(),
      /** Absent where the account is not counted. */
      read: Type.Optional(RecordsRead),
    }),
  }),
});

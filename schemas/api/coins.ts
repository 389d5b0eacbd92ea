import { Type, type Static } from 'typebox';
import { RecordId, route } from './route.ts';

/** Why coins move: given by the platform, bought, spent, given back. */
export const COIN_KINDS = ['grant', 'purchase', 'spend', 'refund'] as const;
export type CoinKind = (typeof COIN_KINDS)[number];

/** What brought a VIP period. */
export type VipSource = 'order' | 'code' | 'grant';

const Instant = Type.String({ description: 'ISO 8601' });
const Nullable = Type.Union([Type.String(), Type.Null()]);

export const Balance = Type.Object({
  /** Coins that the user has. */
  balance: Type.Integer(),
  /** Price of one contact view in coins. */
  os: Type.Integer(),
});
export type Balance = Static<typeof Balance>;

/** One movement of a user's coins. */
export const LedgerLine = Type.Object({
  id: Type.String(),
  at: Instant,
  kind: Type.Unsafe<CoinKind>(Type.Union(COIN_KINDS.map((kind) => Type.Literal(kind)))),
  /** The kind in Chinese words. */
  label: Type.String(),
  /** Coins; less than zero when they went out. */
  amount: Type.Integer(),
  /** What the user had right after it. */
  balance: Type.Integer(),
  note: Type.String(),
});
export type LedgerLine = Static<typeof LedgerLine>;

const LedgerPage = Type.Object({
  list: Type.Array(LedgerLine),
  /** Cursor to ask on from; null behind the last one. */
  after: Nullable,
});
export type LedgerPage = Static<typeof LedgerPage>;

const VipPeriod = Type.Object({
  id: Type.String(),
  starts: Instant,
  ends: Instant,
  source: Type.Unsafe<VipSource>(Type.Union([Type.Literal('order'), Type.Literal('code'), Type.Literal('grant')])),
  revoked: Type.Boolean(),
});

export const VipInfo = Type.Object({
  /** 3 = SVIP, 0 = none or over. */
  type: Type.Integer(),
  /** End of the VIP; null for one that does not end, and without one. */
  until: Nullable,
  /** Newest first. */
  periods: Type.Array(VipPeriod),
});
export type VipInfo = Static<typeof VipInfo>;

export const readBalance = route({
  method: 'GET',
  path: '/api/user/balance',
  summary: 'Coins of the signed-in user and the price of one contact view',
  action: 'coins.read',
  reply: Balance,
});

export const readLedger = route({
  method: 'GET',
  path: '/api/coins/ledger',
  summary: 'Movements of the signed-in user’s coins, newest first',
  action: 'coins.read',
  query: Type.Object({ after: Type.Optional(RecordId) }),
  reply: LedgerPage,
});

export const readVip = route({
  method: 'GET',
  path: '/api/rong/user/vip',
  summary: 'VIP of the signed-in user and its periods',
  action: 'coins.read',
  reply: VipInfo,
});

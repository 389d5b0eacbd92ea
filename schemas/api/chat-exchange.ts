import { Type, type Static } from 'typebox';
import { ChatMessage, ClientId, ExchangeStateName, SwitchAction } from './chat.ts';
import { RecordId, route } from './route.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** What two people can exchange. */
export const EXCHANGE_KINDS = ['PHONE', 'WEIXIN', 'BP'] as const;
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number];
export const ExchangeKind = Type.Unsafe<ExchangeKind>(Type.Union(EXCHANGE_KINDS.map((kind) => Type.Literal(kind))));
const ExchangeId = Type.String({ pattern: '^[0-9a-f-]{36}$' });

/** Do the two show a contact of theirs? `mine` is that of the person who asks. */
const ExposureOfTwo = Type.Object({ mine: Type.Boolean(), theirs: Type.Boolean() });
export type ExposureOfTwo = Static<typeof ExposureOfTwo>;

/** What two people have exchanged, and which requests wait for an answer: decides which actions are still open. */
export const ExchangeSummary = Type.Object({
  hasExchangeWeixin: Type.Boolean(),
  hasExchangePhone: Type.Boolean(),
  /** A business plan went from one to the other. */
  hasBp: Type.Boolean(),
  /** Kinds with a request that waits for an answer; `mine` when the person who reads this made the request. */
  pending: Type.Array(Type.Object({ kind: ExchangeKind, mine: Type.Boolean() })),
});
export type ExchangeSummary = Static<typeof ExchangeSummary>;

/** What one person may exchange with another now, and what is under way. */
export const ExchangeStanding = Type.Object({
  hasExchangeWeixin: Type.Boolean(),
  hasExchangePhone: Type.Boolean(),
  /** A business plan went from one to the other. */
  hasBp: Type.Boolean(),
  /** Address of the plan that came to the person who asks. */
  bp: Nullable,
  bpName: Nullable,
  /** Requests that wait for an answer. */
  pending: Type.Array(
    Type.Object({ exchangeId: Type.String(), kind: ExchangeKind, mine: Type.Boolean(), expiresAt: Type.String() }),
  ),
  /** Whether they show their contacts, by kind. Decides which warning precedes an exchange of that kind. */
  exposure: Type.Object({ phone: ExposureOfTwo, weixin: ExposureOfTwo }),
  /** Both have written: exchanges are open. */
  bothTalked: Type.Boolean(),
});
export type ExchangeStanding = Static<typeof ExchangeStanding>;

export const readExchangeStanding = route({
  method: 'GET',
  path: '/api/rong/sixin/contactInfo',
  summary: 'What two people exchanged, what waits for an answer and whose contacts are shown',
  action: 'chat.read',
  query: Type.Object({ uid: RecordId }, { additionalProperties: false }),
  reply: ExchangeStanding,
});

export const requestContact = route({
  method: 'POST',
  path: '/api/rong/requestContact',
  summary: 'Ask to exchange phone or WeChat, or for the business plan',
  action: 'chat.exchange',
  body: Type.Object(
    {
      uid: RecordId,
      type: ExchangeKind,
      /** Drawn by the server when absent; one request of a kind is open at a time all the same. */
      clientId: Type.Optional(ClientId),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ message: ChatMessage, exchangeId: Type.String() }),
});

export const answerExchange = route({
  method: 'POST',
  path: '/api/rong/exchageContent',
  summary: 'Agree (1) to a request or decline (0) it, once; a plan needs the company whose plan it is',
  action: 'chat.exchange',
  body: Type.Object(
    { id: ExchangeId, action: SwitchAction, ccid: Type.Optional(RecordId) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ state: ExchangeStateName, messages: Type.Array(ChatMessage) }),
});

export const readExchange = route({
  method: 'GET',
  path: '/mobi-investor/sixin/v3/{id}/exchageContent',
  summary: 'The values of an exchange that was agreed to, for the two of it',
  action: 'chat.exchange',
  params: Type.Object({ id: ExchangeId }),
  reply: Type.Object({
    kind: ExchangeKind,
    state: ExchangeStateName,
    /** Own value as it was given; null when none was. */
    mine: Nullable,
    /** The other's; null when hidden. For a plan its address. */
    theirs: Nullable,
    name: Type.String(),
  }),
});

export const Privilege = Type.Object({ ccid: Type.String(), name: Type.String(), haveBp: Type.Boolean() });
export type Privilege = Static<typeof Privilege>;

export const readPrivileges = route({
  method: 'GET',
  path: '/mobi-investor/v3/company/user/privilege',
  summary: 'Companies whose business plan one may deliver',
  action: 'chat.exchange',
  reply: Type.Object({ list: Type.Array(Privilege) }),
});

export const sendCompanyInfo = route({
  method: 'POST',
  path: '/mobi-investor/sixin/v3/{ccid}/sendCompanyInfo',
  summary: 'Deliver the business plan of a company with its card',
  action: 'chat.exchange',
  params: Type.Object({ ccid: RecordId }),
  body: Type.Object(
    {
      uid: RecordId,
      ccid: RecordId,
      chatIdentity: Type.Literal('entrepreneur'),
      clientId: Type.Optional(ClientId),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ message: ChatMessage }),
});

export const sendBp = route({
  method: 'POST',
  path: '/mobi-investor/sixin/v3/{uid}/sendBp',
  summary: 'Deliver the business plan of one’s only company that has one',
  action: 'chat.exchange',
  params: Type.Object({ uid: RecordId }),
  body: Type.Object({ uid: RecordId }, { additionalProperties: false }),
  reply: Type.Object({ message: ChatMessage }),
});

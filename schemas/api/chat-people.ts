import { Type, type Static } from 'typebox';
import { ExchangeSummary } from './chat-exchange.ts';
import { RecordId, route } from './route.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** A company beside a conversation. */
export const ChatCompany = Type.Object({
  ccid: Type.String(),
  name: Type.String(),
  logo: Nullable,
  brief: Type.String(),
});
export type ChatCompany = Static<typeof ChatCompany>;

export const UserHeader = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  avatar: Nullable,
  entityName: Nullable,
  position: Nullable,
  identityRoles: Type.Array(Type.String()),
  identity: Type.String(),
  intro: Type.String(),
  /** A service organisation: the banner says that it does not invest itself. */
  isServiceOrg: Type.Boolean(),
  /** Companies that the person speaks for, each with a tab. */
  companies: Type.Array(ChatCompany),
  /** The user has a page of their own that is open: /insight/PersonPage/{uid}. */
  hasPage: Type.Boolean(),
  /** The account is closed or frozen: nothing can be sent any more. */
  isGone: Type.Boolean(),
});
export type UserHeader = Static<typeof UserHeader>;

export const readUserHeader = route({
  method: 'GET',
  path: '/api/rong/sixin/userHeader',
  summary: 'Who somebody is, for the head of a conversation; with ccid that company comes first',
  action: 'chat.read',
  query: Type.Object({ uid: RecordId, ccid: Type.Optional(RecordId) }, { additionalProperties: false }),
  reply: UserHeader,
});

/** Message origin data of SPEC. */
export const readMessageHeader = route({
  method: 'GET',
  path: '/api/rong/sixin/msgHeader',
  summary: 'What the tools of a conversation need to know',
  action: 'chat.read',
  query: Type.Object({ uid: RecordId }, { additionalProperties: false }),
  reply: Type.Object({
    /** The founder's side of the conversation has a business plan. */
    hasBp: Type.Boolean(),
    /** The person who asks is the founder's side. */
    entrepreneur: Type.Boolean(),
    /** The tips on safe exchanges are to be shown. */
    showTips: Type.Boolean(),
  }),
});

/** Rows of one page of the interested view. */
export const INTERESTED_PAGE_SIZE = 20;

export const InterestedItem = Type.Object({
  id: Type.String(),
  uid: Type.String(),
  name: Type.String(),
  avatar: Nullable,
  read: Type.Boolean(),
  lastTime: Type.String(),
  investorEntityName: Nullable,
  investorPosition: Nullable,
  /** Companies that were looked at: ids with commas between. */
  ccids: Type.String(),
  /** The same with their names. */
  projects: Type.Array(Type.Object({ ccid: Type.String(), name: Type.String() })),
  /** What the founder and this investor have exchanged, so that the row offers only what is left. */
  standing: ExchangeSummary,
});
export type InterestedItem = Static<typeof InterestedItem>;

export const readInterested = route({
  method: 'GET',
  path: '/api/rong/market/investorViewMyProject',
  summary: 'Investors who looked at one’s companies, the latest first',
  action: 'interest.read',
  query: Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ totalCount: Type.Integer(), data: Type.Array(InterestedItem) }),
});

export const touchRead = route({
  method: 'POST',
  path: '/api/rong/market/touchRead',
  summary: 'A row of the interested view was looked at',
  action: 'interest.read',
  body: Type.Object({ id: RecordId }, { additionalProperties: false }),
  reply: Type.Object({ unreadCount: Type.Integer() }),
});

export const readInterestedSummary = route({
  method: 'GET',
  path: '/api/rong/market/inmailDetail',
  summary: 'The entry of the interested view on the list; null for those without companies or visitors of them',
  action: 'interest.read',
  reply: Type.Union([
    Type.Object({
      name: Type.String(),
      unreadCount: Type.Integer(),
      lastChatContentDate: Type.String(),
      /** Pictures, or null, of the latest investors; three at most. */
      avatarList: Type.Array(Nullable),
    }),
    Type.Null(),
  ]),
});

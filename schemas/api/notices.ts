import { Type, type Static } from 'typebox';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** System accounts (SPEC §3) that speak by notices; 5, the interested view, is no feed. */
export const SYSTEM_TYPES = { helper: 2, notice: 3, analyst: 4, interested: 5, liveHelper: 6, liveFollow: 7 } as const;
export type SystemType = (typeof SYSTEM_TYPES)[keyof typeof SYSTEM_TYPES];
export const FEED_TYPES = [2, 3, 4, 6, 7] as const;
export type FeedType = (typeof FEED_TYPES)[number];
const FeedType = Type.Unsafe<FeedType>(Type.Union(FEED_TYPES.map((type) => Type.Literal(type))));
/** The unread counter counts these. */
export const COUNTED_SYSTEM_TYPES: readonly SystemType[] = [3, 4, 6, 7];
/** Entries of one page of each feed. */
export const FEED_PAGE_SIZES: Readonly<Record<FeedType, number>> = { 2: 10, 3: 10, 4: 20, 6: 10, 7: 10 };
/** Template under which SPEC asks for system messages. */
export const SYSTEM_TEMPLATE = 300;
/** Name of each system account on the wire, where a person would have a uid. */
export const SYSTEM_CHAT_UIDS: Readonly<Record<SystemType, string>> = {
  2: 'helper',
  3: 'notice',
  4: 'analyst',
  5: 'interestedMsg',
  6: 'liveHelper',
  7: 'liveFollow',
};

export const Notice = Type.Object({
  id: Type.String(),
  systemMsgType: FeedType,
  /** A message type: 0 text, 5 a contact. */
  type: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  /** A path of the product that it leads to. */
  link: Nullable,
  timeStamp: Type.String(),
  read: Type.Boolean(),
});
export type Notice = Static<typeof Notice>;

export const SystemSummary = Type.Object({
  systemMsgType: FeedType,
  unreadCount: Type.Integer(),
  chatUid: Type.String(),
  name: Type.String(),
  /** The latest entry; null while there is none. */
  lastChatContent: Nullable,
  contentType: Type.Union([Type.Integer(), Type.Null()]),
  updatedAt: Nullable,
});
export type SystemSummary = Static<typeof SystemSummary>;

export const readSystemSummaries = route({
  method: 'GET',
  path: '/api/rong/msg',
  summary: 'The system accounts: what is unread and what came last',
  action: 'notice.read',
  reply: Type.Object({ list: Type.Array(SystemSummary) }),
});

export const readSystemMessages = route({
  method: 'GET',
  path: '/api/rong/systemMsgList',
  summary: 'Entries of one system account, newest first',
  action: 'notice.read',
  query: Type.Object(
    {
      tplId: Type.Optional(Type.Literal(SYSTEM_TEMPLATE)),
      type: FeedType,
      /** `id` of the last entry of the page before. */
      after: Type.Optional(RecordId),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ list: Type.Array(Notice), after: Nullable }),
});

export const readSystemAccount = route({
  method: 'POST',
  path: '/api/rong/systemMsgRead',
  summary: 'All entries of a system account up to one were on screen',
  action: 'notice.read',
  body: Type.Object({ type: FeedType, id: RecordId }, { additionalProperties: false }),
  reply: Type.Object({ unreadCount: Type.Integer() }),
});

export const readUnread = route({
  method: 'GET',
  path: '/api/rong/sixin/unread',
  summary: 'What is unread in all: people who are not muted, and system types 3, 4, 6 and 7',
  action: 'notice.read',
  query: Type.Object(
    {
      /** 0 leaves out all that is live: the accounts 6 and 7, and whether a livestream is on air. */
      hasLiving: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    total: Type.Integer(),
    chat: Type.Integer(),
    /** A livestream that the user follows is on air. */
    hasLiving: Type.Boolean(),
    system: Type.Array(
      Type.Object({ systemMsgType: Type.Integer(), unreadCount: Type.Integer(), chatUid: Type.String() }),
    ),
  }),
});

/** The users that staff write to. */
export const AUDIENCES = ['one', 'segment', 'all'] as const;
export type NoticeAudience = (typeof AUDIENCES)[number];
/** Characters of a title and of what a notice says, at most, in code points. */
export const MAX_NOTICE_TITLE = 50;
export const MAX_NOTICE = 1000;

const SentNotice = Type.Object({ id: Type.String() });

export const sendStaffNotice = route({
  method: 'POST',
  path: '/api/staff/notices',
  summary: 'Send a notice to one person, to kinds of people, or to all; the same key again sends nothing',
  action: 'notice.send',
  body: Type.Object(
    {
      key: Type.String({ minLength: 8, maxLength: 60 }),
      type: FeedType,
      audience: Type.Unsafe<NoticeAudience>(Type.Union(AUDIENCES.map((audience) => Type.Literal(audience)))),
      uid: Type.Optional(RecordId),
      kinds: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
      title: Type.String({ maxLength: 200 }),
      content: Type.String({ maxLength: 4 * MAX_NOTICE }),
      link: Type.Optional(Type.String({ maxLength: 300 })),
    },
    { additionalProperties: false },
  ),
  reply: SentNotice,
});

export const countNoticeReach = route({
  method: 'POST',
  path: '/api/staff/notices/reach',
  summary: 'How many accounts a notice to kinds of people, or to all (no kinds), would be for today',
  action: 'notice.send',
  body: Type.Object(
    { kinds: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 }) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ people: Type.Integer() }),
});

export const withdrawNotice = route({
  method: 'POST',
  path: '/api/staff/notices/{id}/withdraw',
  summary: 'Take a notice back from those who have not seen it and those who have',
  action: 'notice.send',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: SentNotice,
});

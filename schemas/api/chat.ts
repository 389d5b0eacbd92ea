import { Type, type Static } from 'typebox';
import { MAX_INTEGER, RecordId, route } from './route.ts';

/** What a message is (SPEC §3). */
export const MESSAGE_TYPES = {
  text: 0,
  /** A contact that the assistant sent. */
  assistantContact: 5,
  exchangeResult: 9,
  phoneRequest: 10,
  weixinRequest: 11,
  bpRequest: 12,
  picture: 13,
  project: 14,
  phoneAgreed: 15,
  weixinAgreed: 16,
} as const;
export type MessageType = (typeof MESSAGE_TYPES)[keyof typeof MESSAGE_TYPES];
const MessageType = Type.Unsafe<MessageType>(
  Type.Union(Object.values(MESSAGE_TYPES).map((type) => Type.Literal(type))),
);

/** Characters of one text message at most, in code points. */
export const MAX_TEXT = 2000;
/** Messages of one page of history, by default and at most. */
export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** People on one page of the list. */
export const INMAIL_PAGE_SIZE = 100;
/** A message can be recalled this long, in milliseconds. */
export const RECALL_MS = 2 * 60_000;

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Seq = Type.Integer({ minimum: 0, maximum: MAX_INTEGER });
/** Identifies a message to its sender permanently: the same one sent again is the same message. */
export const ClientId = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
/** 1 sets, 0 clears. */
export const SwitchAction = Type.Union([Type.Literal(0), Type.Literal(1)]);
const UidParams = Type.Object({ uid: RecordId });

export const EXCHANGE_STATES = ['pending', 'agreed', 'declined', 'expired'] as const;
export type ExchangeState = (typeof EXCHANGE_STATES)[number];
export const ExchangeStateName = Type.Unsafe<ExchangeState>(
  Type.Union(EXCHANGE_STATES.map((state) => Type.Literal(state))),
);

export const ChatMessage = Type.Object({
  /** The sequence number as text; unique within its conversation. */
  id: Type.String(),
  /** From 1 on, without gaps, in the order in which the conversation's messages were stored. */
  seq: Type.Integer(),
  type: MessageType,
  /** Text; JSON text of a `PictureContent`, `ProjectContent` or `ExchangeContent` by type; empty once recalled. */
  content: Type.String(),
  /** Written by the person who asks. */
  sent: Type.Boolean(),
  timeStamp: Type.String(),
  /** Who wrote it. */
  uid: Type.String(),
  beBack: Type.Boolean(),
  /** The id that its sender gave it; null in the other's eyes. */
  clientId: Nullable,
  /** True when the sender's setting sent it, not the sender; absent otherwise. */
  auto: Type.Optional(Type.Literal(true)),
});
export type ChatMessage = Static<typeof ChatMessage>;

/** Content of type 13. Sizes in pixels, so that the bubble has its place before the picture has come. */
export const PictureContent = Type.Object({
  url: Type.String(),
  sourceUrl: Type.String(),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
});
export type PictureContent = Static<typeof PictureContent>;

/** Content of type 14. */
export const ProjectContent = Type.Object({
  ccid: Type.String(),
  name: Type.String(),
  logo: Nullable,
  brief: Type.String(),
  /** A business plan came with the card. */
  hasBp: Type.Boolean(),
});
export type ProjectContent = Static<typeof ProjectContent>;

/** Content of types 9 to 12, 15 and 16: which exchange it belongs to, and its present state. Never a contact value. */
export const ExchangeContent = Type.Object({
  exchangeId: Type.String(),
  kind: Type.Unsafe<'PHONE' | 'WEIXIN' | 'BP'>(Type.String()),
  state: ExchangeStateName,
  expiresAt: Type.String(),
});
export type ExchangeContent = Static<typeof ExchangeContent>;

/** A user on the list. */
export const ChatUser = Type.Object({
  uid: Type.String(),
  /** Id of the list's row; the same as `uid`. */
  id: Type.String(),
  name: Type.String(),
  avatar: Nullable,
  entityName: Nullable,
  /** Roles that others may know, e.g. START_UP. */
  identityRoles: Type.Array(Type.String()),
  /** What the person is called after the roles. */
  identity: Type.String(),
  intro: Type.String(),
  timeStamp: Type.String(),
  /**
   * The last message, for the list: its type, whose it is, and its text, the name on a card, or what an exchange came to as
   * JSON text of `kind` and `state`; '' for the others.
   */
  type: Type.Union([MessageType, Type.Null()]),
  content: Type.String(),
  sent: Type.Boolean(),
  /** The last message was recalled. */
  lastChatBeBack: Type.Boolean(),
  top: Type.Boolean(),
  /** Blocked by the person who asks. */
  screen: Type.Boolean(),
  /** Muted. */
  disturb: Type.Boolean(),
  unread: Type.Integer(),
  lastSeq: Type.Integer(),
  readSeq: Type.Integer(),
  peerReadSeq: Type.Integer(),
  /** Grows with every change of a message that is there already. */
  changeRev: Type.Integer(),
});
export type ChatUser = Static<typeof ChatUser>;

export const readInmailList = route({
  method: 'GET',
  path: '/api/rong/inmailList',
  summary: 'People one talks with: pinned ones first, then the latest first',
  action: 'chat.read',
  query: Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: INMAIL_PAGE_SIZE })),
      /** `timeStamp` of the last row of the page before, in place of `page`. */
      lastContentDate: Type.Optional(Type.String({ maxLength: 40 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    list: Type.Array(ChatUser),
    /** Are there more after these? */
    hasMore: Type.Boolean(),
    /** Where to catch up from: see `syncChat`. */
    rev: Type.String(),
  }),
});

export const syncChat = route({
  method: 'GET',
  path: '/api/rong/sixin/sync',
  summary: 'What changed on the list since a cursor; the one truth behind polls and hints',
  action: 'chat.read',
  query: Type.Object({ since: Type.String({ pattern: '^\\d{1,18}$' }) }, { additionalProperties: false }),
  reply: Type.Object({
    rev: Type.String(),
    list: Type.Array(ChatUser),
    /** More changed than fits: ask again from `rev`. */
    hasMore: Type.Boolean(),
  }),
});

export const readDialog = route({
  method: 'GET',
  path: '/api/rong/sixin/dialog/{uid}',
  summary: 'Messages with one person, oldest first: the latest page, what is older or newer than lastId',
  action: 'chat.read',
  params: UidParams,
  query: Type.Object(
    {
      /** `id` of a message; none for the latest page. */
      lastId: Type.Optional(Type.String({ pattern: '^\\d{1,10}$' })),
      /** 1 = older than `lastId`, 0 = newer. */
      flip_type: Type.Optional(SwitchAction),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
      /** Also those that changed since then, of whatever age: `changeRev` of the last answer. */
      changedSince: Type.Optional(Seq),
      /** The same person as in the address, once more. */
      uid: Type.Optional(RecordId),
      /** Parts of the specified call that change nothing here: `flip_type` says what is asked for, and a dialog is one. */
      isHistory: Type.Optional(Type.Union([Type.Boolean(), SwitchAction])),
      crmCid: Type.Optional(Type.String({ maxLength: 20 })),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    list: Type.Array(ChatMessage),
    /** Messages that were there and changed since `changedSince`: recalled, answered. */
    changed: Type.Array(ChatMessage),
    /** All messages of the conversation. */
    total: Type.Integer(),
    changeRev: Type.Integer(),
    readSeq: Type.Integer(),
    peerReadSeq: Type.Integer(),
  }),
});

export const sendMessage = route({
  method: 'POST',
  path: '/api/rong/sixin/{uid}',
  summary: 'Send a text or a picture; the same clientId again is the same message',
  action: 'chat.send',
  params: UidParams,
  body: Type.Object(
    {
      /** Drawn by the server when absent; a call without it that is sent again is another message. */
      clientId: Type.Optional(ClientId),
      /** The same person as in the address, once more. */
      uid: Type.Optional(RecordId),
      /** Text as typed; for a picture the JSON text of a `PictureContent` whose addresses were uploaded here. */
      content: Type.String({ minLength: 1, maxLength: 4 * MAX_TEXT }),
      type: Type.Union([Type.Literal(MESSAGE_TYPES.text), Type.Literal(MESSAGE_TYPES.picture)]),
      typeValue: Type.Optional(Type.String({ maxLength: 100 })),
      stats_refer: Type.Optional(Type.String({ maxLength: 100 })),
      /** Highest sequence number that was on screen: up to there it is read. Absent: nothing more is read by it. */
      seenSeq: Type.Optional(Seq),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    message: ChatMessage,
    /** It was stored before; nothing was sent twice. */
    duplicate: Type.Boolean(),
    /** The cursor after it; null for one that was stored before. */
    rev: Nullable,
    /** A friendly hint to show, e.g. that numbers are better exchanged by the button. */
    tip: Nullable,
  }),
});

export const recallMessage = route({
  method: 'POST',
  path: '/api/rong/sixin/{uid}/recall',
  summary: 'Take back a message of one’s own within two minutes',
  action: 'chat.send',
  params: UidParams,
  body: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }, { additionalProperties: false }),
  reply: ChatMessage,
});

export const readInmail = route({
  method: 'POST',
  path: '/api/rong/readInmail',
  summary: 'All up to a message was on screen',
  action: 'chat.read',
  body: Type.Object(
    {
      uid: RecordId,
      /** Absent: all that there is. */
      seq: Type.Optional(Seq),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ unread: Type.Integer(), readSeq: Type.Integer(), rev: Type.String() }),
});

export const switchDisturbing = route({
  method: 'POST',
  path: '/api/rong/noDdisturbing',
  summary: 'Mute (MSG) or block (SCREEN) somebody, or take it back; answers with a map keyed by type',
  action: 'chat.read',
  body: Type.Object(
    {
      uid: RecordId,
      type: Type.Union([Type.Literal('MSG'), Type.Literal('SCREEN')]),
      action: SwitchAction,
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ MSG: Type.Optional(SwitchAction), SCREEN: Type.Optional(SwitchAction) }),
});

export const setTop = route({
  method: 'POST',
  path: '/api/rong/top',
  summary: 'Pin somebody to the top of the list, or take it back',
  action: 'chat.read',
  body: Type.Object({ uid: RecordId, action: SwitchAction }, { additionalProperties: false }),
  reply: Type.Object({ top: SwitchAction }),
});

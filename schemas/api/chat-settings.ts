import { Type, type Static } from 'typebox';
import { route } from './route.ts';

/** Characters of an automatic reply at most, in code points. */
export const MAX_AUTO_REPLY = 200;

/** Settings of a user for all of their conversations. */
export const ChatSettings = Type.Object({
  /** The text answers a user at once when they open a conversation. */
  autoReply: Type.Boolean(),
  /** Kept while it is off; empty until it was first set. */
  autoReplyText: Type.String(),
  /** New messages come as ever, but show no red dot and are not announced. */
  disturb: Type.Boolean(),
});
export type ChatSettings = Static<typeof ChatSettings>;

const PATH = '/mobi-investor/sixin/v3/autoReplyDisturbSetting';

export const readChatSettings = route({
  method: 'GET',
  path: PATH,
  summary: 'One’s own automatic reply, and whether all conversations are quiet',
  action: 'chat.read',
  reply: ChatSettings,
});

export const saveChatSettings = route({
  method: 'POST',
  path: PATH,
  summary: 'Change one’s own automatic reply or whether all conversations are quiet; what is absent stays',
  action: 'chat.read',
  body: Type.Object(
    {
      autoReply: Type.Optional(Type.Boolean()),
      autoReplyText: Type.Optional(Type.String({ maxLength: 4 * MAX_AUTO_REPLY })),
      disturb: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: ChatSettings,
});

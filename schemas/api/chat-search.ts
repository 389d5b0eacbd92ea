import { Type, type Static } from 'typebox';
import { route } from './route.ts';

/** Messages that one search finds at most. */
export const MAX_FOUND = 50;
/** Characters of what is looked for, at most. */
export const MAX_WORD = 50;

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** A text message in which a word was found, with whom it was exchanged. */
export const FoundMessage = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  avatar: Nullable,
  seq: Type.Integer(),
  /** The text around the word, in one line. */
  text: Type.String(),
  sent: Type.Boolean(),
  timeStamp: Type.String(),
});
export type FoundMessage = Static<typeof FoundMessage>;

export const searchMessages = route({
  method: 'GET',
  path: '/api/rong/sixin/search',
  summary: 'Text messages of one’s own conversations that contain a word, the latest first',
  action: 'chat.read',
  query: Type.Object({ wd: Type.String({ minLength: 1, maxLength: MAX_WORD }) }, { additionalProperties: false }),
  reply: Type.Object({
    list: Type.Array(FoundMessage),
    /** There are more than fit: a longer word finds fewer. */
    hasMore: Type.Boolean(),
  }),
});

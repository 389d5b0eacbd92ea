import { Type, type Static } from 'typebox';
import { ChatMessage } from './chat.ts';
import { route } from './route.ts';

/** Hints pushed to open screens. A hint carries no data: an interested client fetches again. */
export const PushedEvent = Type.Union([
  Type.Object({ type: Type.Literal('metadata.changed'), objectApiName: Type.String(), version: Type.Integer() }),
  Type.Object({ type: Type.Literal('options.changed'), name: Type.String() }),
  // To one user alone. `rev` is the revision of the list after it; the message is included where this process stored
  // it.
  Type.Object({
    type: Type.Literal('chat.changed'),
    rev: Type.String(),
    uid: Type.Optional(Type.String()),
    message: Type.Optional(ChatMessage),
  }),
  Type.Object({ type: Type.Literal('notice.changed') }),
  // To those who may read records of the object: these have changed, or any of them may have where none are named. Those
  // in `created` are new.
  Type.Object({
    type: Type.Literal('records.changed'),
    objectApiName: Type.String(),
    ids: Type.Optional(Type.Array(Type.String())),
    created: Type.Optional(Type.Array(Type.String())),
  }),
]);
export type PushedEvent = Static<typeof PushedEvent>;

export const followEvents = route({
  method: 'GET',
  path: '/api/events',
  summary: 'Server-sent events: one JSON hint per message',
  action: 'events.follow',
  reply: PushedEvent,
});

import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { OwnerProof } from './api-keys.ts';
import { RecordId, route } from './route.ts';

/** Endpoints of one account. */
export const MAX_WEBHOOKS = 10;

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** What messages are about: records of an object, what met a subscription, records of a list. */
export const WEBHOOK_EVENTS = ['record.changed', 'alert.hit', 'list.changed', 'automation.ran'] as const;
const WebhookEvent = Type.Unsafe<(typeof WEBHOOK_EVENTS)[number]>(
  Type.Union(WEBHOOK_EVENTS.map((event) => Type.Literal(event))),
);
export type WebhookEvent = Static<typeof WebhookEvent>;

/** An address that messages are sent to, as its owner is shown it. */
const Webhook = Type.Object({
  id: RecordId,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookEvent),
  /** Of record.changed: the object, and the condition as JSON text. */
  objectApiName: Nullable,
  filter: Nullable,
  derived: Type.Boolean(),
  /** Why nothing is sent to it; null while it is at work. */
  off: Nullable,
  /** Until when the secret of before is good too; null where there is none. */
  formerUntil: Nullable,
  /** Messages that wait. */
  waiting: Type.Integer(),
  createdAt: Type.String(),
});
export type Webhook = Static<typeof Webhook>;

/** A message and what became of it. */
const WebhookDelivery = Type.Object({
  id: RecordId,
  messageId: Type.String(),
  event: Type.String(),
  happenedAt: Type.String(),
  state: Type.Union([Type.Literal('due'), Type.Literal('sent'), Type.Literal('failed'), Type.Literal('dropped')]),
  tries: Type.Integer(),
  triedAt: Nullable,
  /** When it is tried next, while it waits. */
  dueAt: Nullable,
  status: Type.Union([Type.Integer(), Type.Null()]),
  problem: Nullable,
  /** As it was or will be sent. */
  body: Type.String(),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** The secret is shown this once. */
const MadeWebhook = Type.Object({ webhook: Webhook, secret: Type.String() });
export type MadeWebhook = Static<typeof MadeWebhook>;

const closed = { additionalProperties: false } as const;
const OfWebhook = Type.Object({ id: RecordId }, closed);

export const listWebhooks = route({
  method: 'GET',
  path: '/api/rong/developer/webhooks',
  summary: 'One’s own webhooks, and whether this installation sends any',
  action: 'open.keys',
  reply: Type.Object({ isAllowed: Type.Boolean(), webhooks: Type.Array(Webhook) }),
});

export const NewWebhook = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
    url: Type.String({ minLength: 1, maxLength: 500 }),
    events: Type.Array(WebhookEvent, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true }),
    objectApiName: Type.Optional(ObjectApiName),
    filter: Type.Optional(Type.String({ maxLength: 2000 })),
    derived: Type.Optional(Type.Boolean()),
    ...OwnerProof,
  },
  closed,
);
export type NewWebhook = Static<typeof NewWebhook>;

export const createWebhook = route({
  method: 'POST',
  path: '/api/rong/developer/webhooks',
  summary: 'Have messages sent to an address; the owner is proved first, and the secret is shown this once',
  action: 'open.keys',
  body: NewWebhook,
  reply: MadeWebhook,
});

export const rotateWebhook = route({
  method: 'POST',
  path: '/api/rong/developer/webhooks/rotate',
  summary: 'Another secret; messages are signed with both for 24 hours',
  action: 'open.keys',
  body: Type.Object({ id: RecordId, ...OwnerProof }, closed),
  reply: MadeWebhook,
});

export const switchWebhook = route({
  method: 'POST',
  path: '/api/rong/developer/webhooks/switch',
  summary: 'Stop or resume sending to an address; what waits is sent then',
  action: 'open.keys',
  body: Type.Object({ id: RecordId, on: Type.Boolean() }, closed),
  reply: Webhook,
});

export const removeWebhook = route({
  method: 'POST',
  path: '/api/rong/developer/webhooks/remove',
  summary: 'Remove a webhook with its log; one that is gone already is no failure',
  action: 'open.keys',
  body: OfWebhook,
  reply: Type.Null(),
});

export const testWebhook = route({
  method: 'POST',
  path: '/api/rong/developer/webhooks/test',
  summary: 'Send a message of the event webhook.test now, once, and say what became of it',
  action: 'open.keys',
  body: OfWebhook,
  reply: WebhookDelivery,
});

export const listWebhookDeliveries = route({
  method: 'GET',
  path: '/api/rong/developer/webhooks/deliveries',
  summary: 'The last 100 messages of a webhook of the last 30 days, the newest first',
  action: 'open.keys',
  query: OfWebhook,
  reply: Type.Object({ deliveries: Type.Array(WebhookDelivery) }),
});

export const resendWebhookDelivery = route({
  method: 'POST',
  path: '/api/rong/developer/webhooks/resend',
  summary: 'Send a message again, with the id that it had',
  action: 'open.keys',
  body: OfWebhook,
  reply: WebhookDelivery,
});

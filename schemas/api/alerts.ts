import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route, Version } from './route.ts';

/**
 * What is subscribed to: a view as a user saved it, one record with what is written about it, all records of a kept list with
 * that, who looks at a company that one speaks for, or what fits a project or an investor best.
 */
export const AlertSource = Type.Union([
  Type.Literal('view'),
  Type.Literal('record'),
  Type.Literal('list'),
  Type.Literal('visitors'),
  Type.Literal('matches'),
]);
export type AlertSource = Static<typeof AlertSource>;

/** What happened: it meets the condition since this change, it meets it and a watched field changed, it meets it no longer. */
export const ALERT_KINDS = ['entered', 'changed', 'left'] as const;
export const AlertKind = Type.Union([Type.Literal('entered'), Type.Literal('changed'), Type.Literal('left')]);
export type AlertKind = Static<typeof AlertKind>;

/** What a line says: one of these, or that what an earlier line said was corrected, which is reported unasked. */
export const AlertLineKind = Type.Union([AlertKind, Type.Literal('corrected')]);
export type AlertLineKind = Static<typeof AlertLineKind>;

/** When it is sent: soon after it happened, once a day, once a week, or never, so that it is seen on the pages alone. */
export const ALERT_FREQUENCIES = ['now', 'daily', 'weekly', 'site'] as const;
export const AlertFrequency = Type.Union([
  Type.Literal('now'),
  Type.Literal('daily'),
  Type.Literal('weekly'),
  Type.Literal('site'),
]);
export type AlertFrequency = Static<typeof AlertFrequency>;

/** Records that a condition may meet when it is subscribed to. */
export const MAX_ALERT_MATCHES = 10_000;

const Kinds = Type.Array(AlertKind, { minItems: 1, maxItems: ALERT_KINDS.length, uniqueItems: true });
const Fields = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100, uniqueItems: true });
const Hour = Type.Integer({ minimum: 0, maximum: 23 });

/** A subscription as its owner reads it. */
export const Subscription = Type.Object({
  id: RecordId,
  source: AlertSource,
  objectApiName: Type.String(),
  objectLabel: Type.String(),
  targetId: RecordId,
  /** The name of the view, the record, the list, the company or what is matched. */
  name: Type.String(),
  /** Where it is looked at. */
  link: Type.String(),
  kinds: Type.Array(AlertKind),
  /** Watched fields; empty for those that the list of the object shows. */
  fields: Type.Array(Type.String()),
  frequency: AlertFrequency,
  mail: Type.Boolean(),
  /** Does it go to webhooks of the user that take hits? */
  webhook: Type.Boolean(),
  /** Why nothing is matched for now; null while it is at work. */
  paused: Type.Union([Type.String(), Type.Null()]),
  /** Did the owner of a view change what it asks? What was agreed on is reported until the subscriber follows; `kept` where they chose not to. */
  view: Type.Union([Type.Literal('current'), Type.Literal('changed'), Type.Literal('kept')]),
  /** What entered since its owner looked last. */
  fresh: Type.Integer(),
  createdAt: Type.String(),
  version: Type.Integer(),
});
export type Subscription = Static<typeof Subscription>;

/** How often and where alerts reach an account. */
export const AlertSettings = Type.Object({
  /** Does any alert go by mail? */
  mail: Type.Boolean(),
  /** Hour of the day of Asia/Shanghai for what is sent daily and weekly. */
  hour: Hour,
  /** Between these hours nothing is sent at once; none where both are alike. */
  quietFrom: Hour,
  quietTo: Hour,
  /** Is something sent on Saturdays and Sundays? */
  weekends: Type.Boolean(),
});
export type AlertSettings = Static<typeof AlertSettings>;

const Target = { source: AlertSource, objectApiName: ObjectApiName, targetId: RecordId };
const SubscriptionParams = Type.Object({ id: RecordId });

export const listSubscriptions = route({
  method: 'GET',
  path: '/api/alerts/subscription',
  summary: 'Subscriptions of the user, the newest first, with how much entered since they looked',
  action: 'alert.manage',
  reply: Type.Object({
    list: Type.Array(Subscription),
    /** Subscriptions that the user may have. */
    limit: Type.Integer(),
    settings: AlertSettings,
    /** Is there an address that mail can go to? */
    hasMail: Type.Boolean(),
    /** Is there a webhook that takes hits? */
    hasWebhook: Type.Boolean(),
  }),
});

export const readAlertTarget = route({
  method: 'GET',
  path: '/api/alerts/target',
  summary:
    'What of a view, a record, a list, visitors or matches may be subscribed to, and the subscription of the user if there is one',
  action: 'alert.manage',
  query: Type.Object(Target),
  reply: Type.Object({
    name: Type.String(),
    /** Fields that may be watched; `isUsual` for those that are where none are chosen. */
    fields: Type.Array(Type.Object({ apiName: Type.String(), label: Type.String(), isUsual: Type.Boolean() })),
    /** Objects whose new records are reported as well, by label. */
    related: Type.Array(Type.String()),
    /** Kinds where none are chosen. */
    usual: Type.Array(AlertKind),
    /** Are records reported too that point at records below it? */
    hasBelow: Type.Boolean(),
    /** Why it cannot be subscribed to; null where it can. */
    refused: Type.Union([Type.String(), Type.Null()]),
    subscription: Type.Union([Subscription, Type.Null()]),
    hasMail: Type.Boolean(),
    hasWebhook: Type.Boolean(),
  }),
});

export const createSubscription = route({
  method: 'POST',
  path: '/api/alerts/subscription',
  summary: 'Subscribe to a view, a record, a list, visitors or matches: what changes from now on is reported',
  action: 'alert.manage',
  body: Type.Object(
    {
      ...Target,
      kinds: Type.Optional(Kinds),
      fields: Type.Optional(Fields),
      frequency: AlertFrequency,
      mail: Type.Optional(Type.Boolean()),
      webhook: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Subscription,
});

export const updateSubscription = route({
  method: 'POST',
  path: '/api/alerts/subscription/{id}',
  summary: 'Change a subscription at a known version; one that was paused is tried again',
  action: 'alert.manage',
  params: SubscriptionParams,
  body: Type.Object(
    {
      version: Version,
      kinds: Type.Optional(Kinds),
      fields: Type.Optional(Fields),
      frequency: Type.Optional(AlertFrequency),
      mail: Type.Optional(Type.Boolean()),
      webhook: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Subscription,
});

export const decideOnView = route({
  method: 'POST',
  path: '/api/alerts/subscription/{id}/view',
  summary: 'Follow what the owner of a view changed it to, or keep what it was, at a known version of the subscription',
  action: 'alert.manage',
  params: SubscriptionParams,
  body: Type.Object({ version: Version, follow: Type.Boolean() }, { additionalProperties: false }),
  reply: Subscription,
});

export const removeSubscription = route({
  method: 'POST',
  path: '/api/alerts/subscription/{id}/remove',
  summary: 'End a subscription; one that is gone already is no failure',
  action: 'alert.manage',
  params: SubscriptionParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
});

/** One record that met a subscription, in words. */
export const AlertLine = Type.Object({
  id: RecordId,
  kind: AlertLineKind,
  text: Type.String(),
  link: Type.String(),
  /** Of an event of long ago that was written down now. */
  isLate: Type.Boolean(),
  isFresh: Type.Boolean(),
  at: Type.String(),
});
export type AlertLine = Static<typeof AlertLine>;

export const listAlertLines = route({
  method: 'GET',
  path: '/api/alerts/subscription/{id}/line',
  summary: 'What met a subscription lately, the newest first, by the rights that the user has now',
  action: 'alert.manage',
  params: SubscriptionParams,
  reply: Type.Object({ list: Type.Array(AlertLine), hidden: Type.Integer() }),
});

export const markSubscriptionSeen = route({
  method: 'POST',
  path: '/api/alerts/subscription/{id}/seen',
  summary: 'Everything that met a subscription so far has been looked at',
  action: 'alert.manage',
  params: SubscriptionParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Subscription,
});

export const updateAlertSettings = route({
  method: 'POST',
  path: '/api/alerts/settings',
  summary: 'When and where alerts reach the user; what waits is sent by the new ones',
  action: 'alert.manage',
  body: AlertSettings,
  reply: AlertSettings,
});

const Token = Type.String({ minLength: 10, maxLength: 200, pattern: '^[A-Za-z0-9._-]+$' });

/** What a link of a mail ends: one subscription, or all mail of alerts. */
export const readUnsubscription = route({
  method: 'GET',
  path: '/api/alerts/unsubscribe',
  summary: 'What a signed link of a mail would end; nothing is ended',
  action: 'alert.unsubscribe',
  query: Type.Object({ token: Token }),
  reply: Type.Object({
    name: Type.Union([Type.String(), Type.Null()]),
    isAll: Type.Boolean(),
    isEnded: Type.Boolean(),
  }),
});

export const unsubscribe = route({
  method: 'POST',
  path: '/api/alerts/unsubscribe',
  summary: 'End what a signed link of a mail names, without signing in (RFC 8058); again has no effect',
  action: 'alert.unsubscribe',
  query: Type.Object({ token: Token }),
  reply: Type.Null(),
});

import { Type, type Static } from 'typebox';
import { ContactKind } from './contacts.ts';
import { RecordId, route } from './route.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
/** `after`: id to ask on from; null in a reply behind the last one. */
const PageQuery = Type.Object({ after: Type.Optional(RecordId) }, { additionalProperties: false });

/** On what terms a contact was seen: within the free allowance, bought, off the white list, a founder's quota, by staff. */
export const VIEW_TERMS = ['free', 'bought', 'white', 'quota', 'staff'] as const;
export type ViewTerms = (typeof VIEW_TERMS)[number];
const Terms = Type.Unsafe<ViewTerms>(Type.Union(VIEW_TERMS.map((terms) => Type.Literal(terms))));

/** One day on which a user viewed the contact of another. */
export const ContactView = Type.Object({
  id: Type.String(),
  uid: Type.String(),
  name: Type.String(),
  identityRoles: Type.Array(Type.String()),
  /** First and last time of that day, ISO 8601, and how often. */
  firstAt: Type.String(),
  lastAt: Type.String(),
  times: Type.Integer(),
  terms: Terms,
  /** Bought, then or on another day: it stays open. */
  isBought: Type.Boolean(),
  kinds: Type.Array(ContactKind),
});
export type ContactView = Static<typeof ContactView>;
const ContactViewPage = Type.Object({ list: Type.Array(ContactView), after: Nullable });
export type ContactViewPage = Static<typeof ContactViewPage>;

export const contactViewers = route({
  method: 'GET',
  path: '/api/rong/contact/viewers',
  summary: 'Who saw my contact, newest first',
  action: 'contact.settings',
  query: PageQuery,
  reply: ContactViewPage,
});

export const contactViewed = route({
  method: 'GET',
  path: '/api/rong/contact/viewed',
  summary: 'Whose contact I saw or bought, newest first',
  action: 'contact.settings',
  query: PageQuery,
  reply: ContactViewPage,
});

import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
/** The user has a page of their own that is open to members: /insight/PersonPage/{page}. Absent for all others. */
const Page = Type.Optional(RecordId);

const UidQuery = Type.Object({ uid: RecordId }, { additionalProperties: false });

/** What a card may hold. */
export const CONTACT_KINDS = ['phone', 'weixin', 'email'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];
export const ContactKind = Type.Unsafe<ContactKind>(Type.Union(CONTACT_KINDS.map((kind) => Type.Literal(kind))));

/** What a user lacks to see a contact; src/shared/policy/contacts.ts says which and why. */
export const CONTACT_DECISIONS = ['none', 'closed', 'certify', 'open', 'free', 'buy', 'topUp', 'quotaUsed'] as const;
export type ContactDecision = (typeof CONTACT_DECISIONS)[number];
const Decision = Type.Unsafe<ContactDecision>(Type.Union(CONTACT_DECISIONS.map((decision) => Type.Literal(decision))));

/** Company contact type of SPEC: there is no user to contact. */
export const NO_PARTY = -2;

export const ContactButton = Type.Object({
  /** Account of the contact; null when the record has none. */
  contactUid: Nullable,
  /** 1 = a user can be contacted, -2 = no contact party. */
  type: Type.Integer(),
  hasManager: Type.Boolean(),
  /** Views left today, of the allowance or the founder's quota; null where they are not counted. */
  num: Type.Union([Type.Integer(), Type.Null()]),
  /** Views a day; null where they are not counted. */
  daily: Type.Union([Type.Integer(), Type.Null()]),
  buyOrChatted: Type.Boolean(),
  isInWhiteList: Type.Boolean(),
  /** 1 = the contact is shown to those who may see it. */
  isExpose: Type.Integer(),
  /** Coins for one view beyond the allowance. */
  price: Type.Integer(),
  /** Coins of the person who asks. */
  balance: Type.Integer(),
  isSvip: Type.Boolean(),
  page: Page,
  decision: Decision,
});
export type ContactButton = Static<typeof ContactButton>;

export const contactButton = route({
  method: 'GET',
  path: '/api/rong/contactButton',
  summary: 'Who is the contact of a company, a record or an account, and what seeing the contact costs',
  action: 'contact.read',
  query: Type.Object(
    {
      /** Record id of a company. */
      ccid: Type.Optional(RecordId),
      uid: Type.Optional(RecordId),
      /** Object of the record `id`. */
      moduleInfoId: Type.Optional(ObjectApiName),
      id: Type.Optional(RecordId),
    },
    { additionalProperties: false },
  ),
  reply: ContactButton,
});

/** 1 or 0, as SPEC has it. */
const Flag = Type.Integer({ minimum: 0, maximum: 1 });

export const contactNum = route({
  method: 'GET',
  path: '/api/rong/contactNum',
  summary: 'Does the founder’s daily contact quota stand in the way of this contact?',
  action: 'contact.read',
  query: UidQuery,
  reply: Type.Object({
    /** 1 = the limit dialog is to be shown. */
    popupStatus: Flag,
    /** 1 = this person pays (SVIP), so nothing is offered. */
    popupIdentity: Flag,
    buyOrChatted: Type.Boolean(),
    /** Contacts left today; null for those who have no quota. */
    num: Type.Union([Type.Integer(), Type.Null()]),
  }),
});

/** A contact that was opened. A kind that the person does not have or does not show is absent. */
export const OpenedContact = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  phone: Type.Optional(Type.String()),
  weixin: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  page: Page,
  /** Views left today; null where they are not counted. */
  left: Type.Union([Type.Integer(), Type.Null()]),
});
export type OpenedContact = Static<typeof OpenedContact>;

export const dealContact = route({
  method: 'POST',
  path: '/api/rong/dealContact',
  summary: 'See a contact: free, within the allowance, or again',
  action: 'contact.read',
  personal: { kind: 'account', by: 'uid', logsItself: true },
  encoding: 'form',
  body: Type.Object(
    {
      uid: RecordId,
      /** Why staff look at it, for the log; asked of staff alone. */
      reason: Type.Optional(StaffReason),
    },
    { additionalProperties: false },
  ),
  reply: OpenedContact,
});

export const buyUserContact = route({
  method: 'POST',
  path: '/api/rong/buyUserContact',
  summary: 'Buy a contact with coins; it stays open for ever, and twice costs once',
  action: 'contact.buy',
  encoding: 'form',
  body: Type.Object(
    {
      uid: RecordId,
      /** The price that was shown, in coins; another one now is refused. */
      requiredOS: Type.String({ pattern: '^\\d{1,6}$' }),
    },
    { additionalProperties: false },
  ),
  reply: OpenedContact,
});

export const contactIsExpose = route({
  method: 'GET',
  path: '/api/rong/contactIsExpose',
  summary: 'Does this person show their contact?',
  action: 'contact.read',
  query: UidQuery,
  reply: Type.Object({ isExpose: Flag }),
});

/** A person as far as everybody may know who could contact them. */
export const ContactCard = Type.Object({
  uid: Type.String(),
  name: Type.String(),
  avatar: Nullable,
  intro: Type.String(),
  identityRoles: Type.Array(Type.String()),
  /** The company or the record that the user represents. */
  entityName: Nullable,
});
export type ContactCard = Static<typeof ContactCard>;

export const simplifyOther = route({
  method: 'GET',
  path: '/api/rong/company/simplifyOther',
  summary: 'The simple card of somebody who can be contacted',
  action: 'contact.read',
  query: UidQuery,
  reply: ContactCard,
});

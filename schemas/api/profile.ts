import { Type, type Static } from 'typebox';
import { RecordsRead } from './api-keys.ts';
import { VerifyCode } from './passport.ts';
import { RecordReply } from './records.ts';
import { RecordId, route } from './route.ts';
import { Profile } from './session.ts';

export const MIN_PERSON_NAME = 2;
export const MAX_PERSON_NAME = 20;
export const MAX_INTRO = 200;

const PersonName = Type.String({ minLength: MIN_PERSON_NAME, maxLength: MAX_PERSON_NAME, pattern: '\\S' });
/** Address of a picture that was uploaded here: elsewhere it would disclose to other servers who looks at whom. */
const OwnPicture = Type.String({ maxLength: 500 });

export const readRowsToday = route({
  method: 'GET',
  path: '/api/rong/user/rows',
  summary: 'Records that the account read today, and how many it may; null where it is not counted',
  action: 'profile.edit',
  reply: Type.Union([RecordsRead, Type.Null()]),
});

export const editProfile = route({
  method: 'POST',
  path: '/api/rong/user/profile',
  summary:
    'Change the own name, introduction and picture; what is absent stays, an empty avatar takes the picture away',
  action: 'profile.edit',
  encoding: 'form',
  body: Type.Object(
    {
      name: Type.Optional(PersonName),
      intro: Type.Optional(Type.String({ maxLength: MAX_INTRO })),
      avatar: Type.Optional(OwnPicture),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  reply: Profile,
});

/** Industries, phases and areas that a person chose, and the UserFocus record that holds them; null until there is one. */
export const Focus = Type.Object({
  id: Type.Union([RecordId, Type.Null()]),
  /** Values of the option set `industry`. */
  focusIndustry: Type.Array(Type.String()),
  /** Values of the option set `round`. */
  focusPhase: Type.Array(Type.String()),
  /** Values of the option set `region`. */
  focusArea: Type.Array(Type.String()),
});
export type Focus = Static<typeof Focus>;

/** Values joined by commas, as the forms of SPEC §3 send lists. */
const CommaList = Type.String({ maxLength: 2000 });

export const readFocus = route({
  method: 'GET',
  path: '/api/rong/phaseAndIndustrySetting',
  summary: 'What the person follows',
  action: 'session.read',
  reply: Focus,
});

export const saveFocus = route({
  method: 'POST',
  path: '/api/rong/phaseAndIndustrySetting',
  summary: 'Set what the person follows; what is absent stays, and the record is made when there is none',
  action: 'profile.edit',
  encoding: 'form',
  body: Type.Object(
    {
      focusIndustry: Type.Optional(CommaList),
      focusPhase: Type.Optional(CommaList),
      focusArea: Type.Optional(CommaList),
    },
    { additionalProperties: false },
  ),
  reply: Focus,
});

/** Kinds of what a person has done, and what an investor looks for, each kept in an object of its own. */
const OwnRecordKind = Type.Union([
  Type.Literal('work'),
  Type.Literal('education'),
  Type.Literal('award'),
  Type.Literal('mandate'),
]);
const KindParams = Type.Object({ kind: OwnRecordKind });

export const addOwnRecord = route({
  method: 'POST',
  path: '/api/rong/user/{kind}/add',
  summary: 'Add a work, education or award record or a mandate of one’s own; the same clientKey twice adds one',
  action: 'record.create',
  flatValues: true,
  params: KindParams,
  body: Type.Object(
    {
      /** The same values make one record when absent. */
      clientKey: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
      values: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  reply: RecordReply,
});

export const deleteOwnRecord = route({
  method: 'DELETE',
  path: '/api/rong/user/{kind}/delete',
  summary: 'Delete a work, education or award record or a mandate; another person’s is as one that is not there',
  action: 'record.edit',
  params: KindParams,
  query: Type.Object({ id: RecordId }),
  reply: Type.Null(),
});

export const restoreOwnRecord = route({
  method: 'POST',
  path: '/api/rong/user/{kind}/restore',
  summary: 'Bring back a record that one deleted within the last day, under its own id',
  action: 'record.edit',
  encoding: 'form',
  params: KindParams,
  body: Type.Object({ id: RecordId }, { additionalProperties: false }),
  reply: RecordReply,
});

/** The user at the screen proves to be the owner: by the password, or by a code sent to the account’s number. */
const Proof = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** A code of the type `close`. */
  verifyCode: Type.Optional(VerifyCode),
};

/**
 * Why a user leaves; `other` means no reason was given. Chosen and not written, since what is written could be
 * personal.
 */
export const CLOSING_REASONS = ['unused', 'privacy', 'data', 'price', 'duplicate', 'other'] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];
const ClosingReason = Type.Unsafe<ClosingReason>(Type.Union(CLOSING_REASONS.map((reason) => Type.Literal(reason))));

/** What goes when an account is closed, for the person to weigh. */
export const Closing = Type.Object({
  /** Coins left, which are forfeited. */
  coins: Type.Integer(),
  /** VIP that still runs, which is forfeited; null when there is none or it does not end. */
  vipUntil: Type.Union([Type.String(), Type.Null()]),
  vip: Type.Boolean(),
  /** Records of one’s own: work, education, awards, what was handed in. */
  records: Type.Integer(),
  /** Lists kept as views, but for those that everybody uses. */
  views: Type.Integer(),
  /** Why it cannot be closed, in words; null when it can. */
  hindrance: Type.Union([Type.String(), Type.Null()]),
  /** Ways to prove who one is. */
  byPassword: Type.Boolean(),
  byCode: Type.Boolean(),
});
export type Closing = Static<typeof Closing>;

export const readClosing = route({
  method: 'GET',
  path: '/api/rong/user/close',
  summary: 'What closing the account would take away',
  action: 'account.close',
  reply: Closing,
});

export const closeAccount = route({
  method: 'POST',
  path: '/api/rong/user/close',
  summary: 'Close the account at once and for ever; what is personal is removed',
  action: 'account.close',
  body: Type.Object(
    {
      ...Proof,
      /** Coins and VIP that are left may go; needed where there are any. */
      forfeit: Type.Optional(Type.Boolean()),
      reason: Type.Optional(ClosingReason),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
});

export const myData = route({
  method: 'POST',
  path: '/api/rong/user/data',
  summary: 'A copy of what is kept about the person, which the screen saves as a file; the owner is proved first',
  action: 'session.read',
  body: Type.Object(
    {
      password: Proof.password,
      /** A code of the type `copy`. */
      verifyCode: Proof.verifyCode,
    },
    { additionalProperties: false },
  ),
  /** Name of the file, and its text: indented JSON. */
  reply: Type.Object({ name: Type.String(), text: Type.String() }),
});

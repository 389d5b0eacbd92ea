import { Type, type Static } from 'typebox';
import { FileValue } from '#schemas/metadata/value.ts';
import { RecordId, route } from './route.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** A company that a user represents, with what `editCompany` changes; null where there is nothing. */
const OwnCompanySetting = Type.Object({
  ccid: Type.String(),
  name: Type.String(),
  bp: Type.Union([FileValue, Type.Null()]),
  /** No copies with a watermark can be made of the plan: no user outside can read it. */
  isUnfit: Type.Boolean(),
  header: Type.Union([FileValue, Type.Null()]),
  introduce: Nullable,
  /** The plan is shown only to those whose request was accepted. */
  restricted: Type.Boolean(),
  /** Nor can it be asked for: only those whom the company sends it to read it. */
  sentOnly: Type.Boolean(),
});
export type OwnCompanySetting = Static<typeof OwnCompanySetting>;

/** One's own card and who may see it. Empty text: none. */
export const ContactSettings = Type.Object({
  /** As it is given out: the number of the account unless another was set. */
  phone: Type.String(),
  phoneIsOwn: Type.Boolean(),
  weixin: Type.String(),
  email: Type.String(),
  exposePhone: Type.Boolean(),
  exposeWeixin: Type.Boolean(),
  /** Whether other users are referred to this user at all. They are only to contacts of records. */
  isContactParty: Type.Boolean(),
  companies: Type.Array(OwnCompanySetting),
});
export type ContactSettings = Static<typeof ContactSettings>;

export const readContactSettings = route({
  method: 'GET',
  path: '/api/rong/sixin/settings',
  summary: 'One’s own contact card, who may see it, and who may see the plans of one’s companies',
  action: 'contact.settings',
  reply: ContactSettings,
});

export const saveContactSettings = route({
  method: 'POST',
  path: '/api/rong/sixin/settings',
  summary: 'Change one’s own contact card or who may see it; what is absent stays',
  action: 'contact.settings',
  body: Type.Object(
    {
      /** A mobile number; empty for the number of the account. */
      phone: Type.Optional(Type.String({ maxLength: 20 })),
      /** 6 to 20 letters, digits, - and _, beginning with a letter; empty for none. */
      weixin: Type.Optional(Type.String({ maxLength: 20 })),
      email: Type.Optional(Type.String({ maxLength: 100 })),
      exposePhone: Type.Optional(Type.Boolean()),
      exposeWeixin: Type.Optional(Type.Boolean()),
      /** The plan of one of one’s companies. */
      plan: Type.Optional(
        Type.Object(
          { ccid: RecordId, restricted: Type.Boolean(), sentOnly: Type.Optional(Type.Boolean()) },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  reply: ContactSettings,
});

import { Type, type Static } from 'typebox';
import { RecordId, route, Version } from './route.ts';

/** Terms of use, privacy policy, and the notice on cookies and data, which is read and not agreed to. */
export const LEGAL_KINDS = ['terms', 'privacy', 'data'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];
const Kind = Type.Unsafe<LegalKind>(Type.Union(LEGAL_KINDS.map((kind) => Type.Literal(kind))));
/** Kinds that users agree to. */
export const AGREED_KINDS: readonly LegalKind[] = ['terms', 'privacy'];

const Edition = Type.Object({
  kind: Kind,
  /** Of the versions of its kind, from 1. */
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  /** What is different from the version before; empty where nothing is said. */
  summary: Type.String(),
  /** ISO 8601. */
  publishedAt: Type.String(),
});
export type LegalEdition = Static<typeof Edition>;

const LegalText = Type.Object({
  ...Edition.properties,
  /** Markdown without HTML. */
  body: Type.String(),
  /** It is the one that holds. */
  isCurrent: Type.Boolean(),
  /** All published versions of the kind, the latest first. */
  editions: Type.Array(Edition),
  /** When the user who asks agreed to this version, ISO 8601; null where not. */
  agreedAt: Type.Union([Type.String(), Type.Null()]),
});
export type LegalText = Static<typeof LegalText>;

export const readLegalText = route({
  method: 'GET',
  path: '/api/legal/text/{kind}',
  summary:
    'The terms, the privacy policy or the notice on data: the version that holds, or an earlier one by its number',
  action: 'legal.read',
  params: Type.Object({ kind: Kind }),
  query: Type.Object(
    { number: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) },
    { additionalProperties: false },
  ),
  reply: LegalText,
});

/** A version that an account has still to agree to. */
const Asked = Type.Object({
  ...Edition.properties,
  /** The account agreed to an earlier version. */
  isChange: Type.Boolean(),
});
export type AskedConsent = Static<typeof Asked>;

export const readAskedConsents = route({
  method: 'GET',
  path: '/api/legal/asked',
  summary: 'Versions of the terms and policies that one has still to agree to',
  action: 'legal.agree',
  reply: Type.Object({ list: Type.Array(Asked) }),
});

export const agreeToLegal = route({
  method: 'POST',
  path: '/api/legal/agree',
  summary:
    'Agree to the versions that were shown; refused where another version holds by now. What was agreed to stays so',
  action: 'legal.agree',
  body: Type.Object(
    {
      editions: Type.Array(
        Type.Object(
          { kind: Kind, number: Type.Integer({ minimum: 1, maximum: 100_000 }) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 5 },
      ),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ list: Type.Array(Asked) }),
});

const TEXTS = {
  title: Type.String({ minLength: 2, maxLength: 40 }),
  summary: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
  body: Type.String({ minLength: 1, maxLength: 50_000 }),
};
const Drafted = Type.Object({ id: RecordId });

export const draftLegal = route({
  method: 'POST',
  path: '/api/staff/legal',
  summary: 'Draft a new version of a document; the same key again drafts nothing',
  action: 'legal.publish',
  body: Type.Object(
    { kind: Kind, ...TEXTS, clientKey: Type.String({ minLength: 8, maxLength: 64 }) },
    { additionalProperties: false },
  ),
  reply: Drafted,
});

export const changeLegal = route({
  method: 'POST',
  path: '/api/staff/legal/{id}/change',
  summary: 'Change a draft; what is published is never changed',
  action: 'legal.publish',
  params: Type.Object({ id: RecordId }),
  body: Type.Object(
    {
      title: Type.Optional(TEXTS.title),
      summary: TEXTS.summary,
      body: Type.Optional(TEXTS.body),
      version: Version,
    },
    { additionalProperties: false },
  ),
  reply: Drafted,
});

const step = (name: string, summary: string) =>
  route({
    method: 'POST',
    path: `/api/staff/legal/{id}/${name}`,
    summary,
    action: 'legal.publish',
    params: Type.Object({ id: RecordId }),
    body: Type.Object({ version: Version }, { additionalProperties: false }),
    reply: Type.Null(),
  });

export const publishLegal = step(
  'publish',
  'Publish a draft: it holds from now on, and users are asked to agree to it',
);
export const discardLegal = step('discard', 'Delete a draft');

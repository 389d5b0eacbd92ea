import { Type, type Static } from 'typebox';
import { OwnCompany } from './identity.ts';
import { RecordId, route } from './route.ts';

/** What a person shows to every member. Nothing private: no number, no address, no real name that was only certified. */
export const PublicCard = Type.Object({
  uid: RecordId,
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
  /** The company or institution that this person speaks for; empty when none is certified. */
  entityName: Type.String(),
  position: Type.String(),
  roles: Type.Array(Type.String()),
  intro: Type.String(),
});
export type PublicCard = Static<typeof PublicCard>;

export const readPublicCard = route({
  method: 'GET',
  path: '/api/rong/business/userInfo/queryByUserId',
  summary: 'The public card of a person',
  action: 'company.suggest',
  query: Type.Object({ uid: RecordId }),
  reply: PublicCard,
});

export const myCompanies = route({
  method: 'GET',
  path: '/api/rong/company/chuang/list/v2',
  summary: 'The companies that this person speaks for',
  action: 'identity.read',
  reply: Type.Object({ list: Type.Array(OwnCompany) }),
});

export const leaveCompany = route({
  method: 'POST',
  path: '/api/rong/company/chuang/{id}/leave',
  summary: 'Speak for a company no longer; without any company left the founder’s role goes as well',
  action: 'identity.submit',
  params: Type.Object({ id: RecordId }),
  reply: Type.Object({ list: Type.Array(OwnCompany) }),
});

export const releaseCompany = route({
  method: 'POST',
  path: '/api/rong/company/chuang/{id}/release',
  summary: 'Give up a company as its only member: what it asks for ends, and it is free to be claimed',
  action: 'identity.submit',
  params: Type.Object({ id: RecordId }),
  reply: Type.Object({ list: Type.Array(OwnCompany) }),
});

const Suggested = Type.Object({
  list: Type.Array(
    Type.Object({
      id: RecordId,
      name: Type.String(),
      /** A further name by which it was found, else empty. */
      hint: Type.String(),
    }),
  ),
});
const Word = Type.String({ minLength: 1, maxLength: 60 });

/**
 * What a claim of this user would meet: no user represents the company, another one does and a further member may claim it,
 * the user's own claim waits for staff, or the user represents it already.
 */
const ClaimState = Type.Unsafe<ClaimState>(
  Type.Union((['open', 'claimed', 'pending', 'mine'] as const).map((state) => Type.Literal(state))),
);
type ClaimState = 'open' | 'claimed' | 'pending' | 'mine';

/** A company that may be meant, with what the register knows of it: many are called alike. */
const ClaimableCompany = Type.Object({
  ...Suggested.properties.list.items.properties,
  /** The full registered name; empty where none is known or it is not open to this person. */
  legalName: Type.String(),
  /** The unified social credit code; empty likewise. */
  creditCode: Type.String(),
  claim: ClaimState,
});
export type ClaimableCompany = Static<typeof ClaimableCompany>;

export const suggestCompany = route({
  method: 'GET',
  path: '/api/rong/suggest/company',
  summary: 'Companies that a word or a credit code may mean, and how each stands to a claim of this person',
  action: 'company.suggest',
  query: Type.Object({ wd: Word }),
  reply: Type.Object({ list: Type.Array(ClaimableCompany) }),
});

export const suggestOrg = route({
  method: 'GET',
  path: '/api/rong/suggest/org',
  summary: 'Institutions that a word may mean',
  action: 'company.suggest',
  query: Type.Object({ kw: Word }),
  reply: Suggested,
});

/** Whether a company of exactly this name is known, and whether a user represents it. Who does is not disclosed. */
export const CompanyState = Type.Object({
  exists: Type.Boolean(),
  /** Id of the company, where one exists. */
  companyId: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  /** A user represents it already; further members may still claim it. */
  claimed: Type.Boolean(),
  /** This person does. */
  mine: Type.Boolean(),
});
export type CompanyState = Static<typeof CompanyState>;

export const checkCompany = route({
  method: 'GET',
  path: '/api/rong/company/checkState',
  summary: 'Is a company of this name known here, and claimed?',
  action: 'company.suggest',
  query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: CompanyState,
});

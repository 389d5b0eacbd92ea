import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route, Version } from './route.ts';

/** Lists of one user, records of one list, people whom one list is shared with, and names that are pasted at once. */
export const MAX_LISTS = 100;
export const MAX_LIST_ITEMS = 2000;
export const MAX_LIST_SHARES = 50;
export const MAX_PASTED_NAMES = 500;
export const MAX_LIST_NAME = 60;
/** Records among which one is chosen for a pasted name. */
export const MAX_CANDIDATES = 20;

/** What a user may do with a list: all, change which records are on it, or look at it. */
export const ListRole = Type.Union([Type.Literal('owner'), Type.Literal('edit'), Type.Literal('view')]);
export type ListRole = Static<typeof ListRole>;
const SharedRole = Type.Union([Type.Literal('edit'), Type.Literal('view')]);

const ListName = Type.String({
  minLength: 1,
  maxLength: MAX_LIST_NAME,
  pattern: '\\S',
  description: `清单名称：1 到 ${MAX_LIST_NAME} 个字符`,
});
const ItemIds = Type.Array(RecordId, { minItems: 1, maxItems: MAX_LIST_ITEMS });

/** A list of records of one object, as one of its readers sees it. */
export const KeptList = Type.Object({
  id: RecordId,
  objectApiName: Type.String(),
  objectLabel: Type.String(),
  /** Address of the object's list; null where no screen shows it. */
  route: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  role: ListRole,
  ownerName: Type.String(),
  /** The account of the owner, where it has a page that is open to members. */
  ownerPage: Type.Optional(RecordId),
  /** Records on it, those that the reader may not see and those that are gone among them. */
  count: Type.Integer(),
  /** People whom it is shared with. */
  shares: Type.Integer(),
  /** Is the record that was asked about on it? False where none was. */
  holds: Type.Boolean(),
  /** The list 我的关注, which stays: it is emptied at most. */
  isStarred: Type.Boolean(),
  updatedAt: Type.String(),
  version: Type.Integer(),
});
export type KeptList = Static<typeof KeptList>;

const ListParams = Type.Object({ id: RecordId });
const AtVersion = Type.Object({ version: Version }, { additionalProperties: false });
const Nothing = Type.Object({}, { additionalProperties: false });

export const listKeptLists = route({
  method: 'GET',
  path: '/api/list',
  summary: 'Lists of the user and those shared with them, the last changed first',
  action: 'list.read',
  query: Type.Object({
    objectApiName: Type.Optional(ObjectApiName),
    /** Each list says whether this record is on it. */
    recordId: Type.Optional(RecordId),
  }),
  reply: Type.Array(KeptList),
});

export const readKeptList = route({
  method: 'GET',
  path: '/api/list/{id}',
  summary: 'One list; one that is not shared with the user is as one that is not there',
  action: 'list.read',
  params: ListParams,
  reply: KeptList,
});

export const createKeptList = route({
  method: 'POST',
  path: '/api/list',
  summary: 'Begin a list of records of an object',
  action: 'list.edit',
  body: Type.Object({ objectApiName: ObjectApiName, name: ListName }, { additionalProperties: false }),
  reply: KeptList,
});

export const renameKeptList = route({
  method: 'POST',
  path: '/api/list/{id}',
  summary: 'Rename a list at a known version; another version now is a conflict',
  action: 'list.edit',
  params: ListParams,
  body: Type.Object({ version: Version, name: ListName }, { additionalProperties: false }),
  reply: KeptList,
});

export const removeKeptList = route({
  method: 'POST',
  path: '/api/list/{id}/remove',
  summary: 'Put a list away; it can be restored for 30 days',
  action: 'list.edit',
  params: ListParams,
  body: AtVersion,
  reply: Type.Null(),
});

export const restoreKeptList = route({
  method: 'POST',
  path: '/api/list/{id}/restore',
  summary: 'Bring back a list that was put away, with its records and those it was shared with',
  action: 'list.edit',
  params: ListParams,
  body: Nothing,
  reply: KeptList,
});

export const addToKeptList = route({
  method: 'POST',
  path: '/api/list/{id}/add',
  summary: 'Put records on a list; those that are on it already are counted and left as they are',
  action: 'list.edit',
  params: ListParams,
  body: Type.Object({ ids: ItemIds }, { additionalProperties: false }),
  reply: Type.Object({
    /** Ids that were put on it: taking them off again undoes this. */
    added: Type.Array(RecordId),
    present: Type.Integer(),
    /** Records that are not there or that the user may not list. */
    unknown: Type.Integer(),
    list: KeptList,
  }),
});

export const takeFromKeptList = route({
  method: 'POST',
  path: '/api/list/{id}/take',
  summary: 'Take records off a list; the ids that were on it are given, putting them on again undoes this',
  action: 'list.edit',
  params: ListParams,
  body: Type.Object({ ids: ItemIds }, { additionalProperties: false }),
  reply: Type.Object({ taken: Type.Array(RecordId), list: KeptList }),
});

const Candidate = Type.Object({
  id: RecordId,
  name: Type.String(),
  /** The other name by which it was found. */
  matched: Type.Optional(Type.String()),
});

/** What a pasted name means: one record by its name or another name of it, some to choose from, or none. */
export const ResolvedName = Type.Object({
  text: Type.String(),
  how: Type.Union([Type.Literal('name'), Type.Literal('alias'), Type.Literal('choose'), Type.Literal('none')]),
  /** One record by name or alias; those to choose from, the best first. */
  candidates: Type.Array(Candidate, { maxItems: MAX_CANDIDATES }),
});
export type ResolvedName = Static<typeof ResolvedName>;

export const resolveListNames = route({
  method: 'POST',
  path: '/api/list/names',
  summary: 'Find the records that pasted names mean, each name once; nothing is changed',
  action: 'list.read',
  writes: false,
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      names: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: MAX_PASTED_NAMES }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Array(ResolvedName),
});

/** An account that a list is shared with. */
export const ListShare = Type.Object({
  accountId: RecordId,
  name: Type.String(),
  role: SharedRole,
  /** The account once more, where it has a page that is open to members. */
  page: Type.Optional(RecordId),
});
export type ListShare = Static<typeof ListShare>;

export const listShares = route({
  method: 'GET',
  path: '/api/list/{id}/share',
  summary: 'People whom the owner shares a list with',
  action: 'list.edit',
  params: ListParams,
  reply: Type.Array(ListShare),
});

export const shareKeptList = route({
  method: 'POST',
  path: '/api/list/{id}/share',
  summary: 'Share a list with the account of a user name, or let it do more or less with it',
  action: 'list.edit',
  params: ListParams,
  body: Type.Object(
    { account: Type.String({ minLength: 2, maxLength: 100 }), role: SharedRole },
    { additionalProperties: false },
  ),
  reply: Type.Array(ListShare),
});

export const unshareKeptList = route({
  method: 'POST',
  path: '/api/list/{id}/unshare',
  summary: 'Share a list no longer with an account; readers may leave by their own',
  action: 'list.edit',
  params: ListParams,
  body: Type.Object({ accountId: RecordId }, { additionalProperties: false }),
  reply: Type.Null(),
});

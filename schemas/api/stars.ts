import { Type } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { KeptList, MAX_LIST_ITEMS } from './kept-lists.ts';
import { RecordId, route } from './route.ts';

/** The name of the list that a star puts records on, of each object. */
export const STARRED_NAME = '我的关注';

export const readStars = route({
  method: 'GET',
  path: '/api/list/star',
  summary: 'Records of an object that the user follows: those on their list 我的关注',
  action: 'list.read',
  query: Type.Object({ objectApiName: ObjectApiName }),
  reply: Type.Object({ ids: Type.Array(RecordId, { maxItems: MAX_LIST_ITEMS }) }),
});

export const setStar = route({
  method: 'POST',
  path: '/api/list/star',
  summary:
    'Follow a record, or no longer, and again has no effect; the list 我的关注 is made where the first one is followed',
  action: 'list.edit',
  body: Type.Object(
    { objectApiName: ObjectApiName, recordId: RecordId, follows: Type.Boolean() },
    { additionalProperties: false },
  ),
  /** Null where nothing is followed and there is no such list. */
  reply: Type.Union([KeptList, Type.Null()]),
});

export const emptyKeptList = route({
  method: 'POST',
  path: '/api/list/{id}/empty',
  summary: 'Take all records off a list; the ids that were on it are given, putting them on again undoes this',
  action: 'list.edit',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Object({ taken: Type.Array(RecordId), list: KeptList }),
});

import { Type, type Static } from 'typebox';
import { ListedNote } from './notes.ts';
import { ListView } from './list-view.ts';
import { RecordRow } from './records.ts';
import { RecordId, route } from './route.ts';

/** Suggestions come at most so many at a time, and records of one group. */
export const MAX_SUGGESTIONS = 20;
export const GROUP_SIZE = 5;

/** Characters of a word at most. */
export const MAX_SEARCH_WORD = 100;

const SearchWord = Type.String({ minLength: 1, maxLength: MAX_SEARCH_WORD, description: '关键词' });

/** A record that the word names. */
export const Suggestion = Type.Object({
  objectApiName: Type.String(),
  /** Of the object. */
  label: Type.String(),
  id: RecordId,
  name: Type.String(),
  /** The other name of the record that the word is nearer to: an alias, the registered or the English name. */
  matched: Type.Optional(Type.String()),
});
export type Suggestion = Static<typeof Suggestion>;

export const suggestWords = route({
  method: 'GET',
  path: '/api/metadata/insight/search/word',
  summary: 'Records of any object by a part of a name, its pinyin or its initials, the best first',
  action: 'record.search',
  fromReplica: true,
  query: Type.Object({
    wd: SearchWord,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SUGGESTIONS })),
  }),
  reply: Type.Array(Suggestion),
});

/** What was found of one object. */
export const SearchGroup = Type.Object({
  objectApiName: Type.String(),
  label: Type.String(),
  /** Hash route of the object's list; absent when it has none. */
  route: Type.Optional(Type.String()),
  /** The list is closed to this user, who gets only the number of matches. */
  locked: Type.Boolean(),
  /** Up to COUNT_LIMIT; there are more when it is not exact. */
  total: Type.Integer(),
  totalIsExact: Type.Boolean(),
  /** As in the reply of `countRecords`. */
  totalIsEstimate: Type.Optional(Type.Boolean()),
  /** The columns that `list` has; null when locked. */
  view: Type.Union([ListView, Type.Null()]),
  /** The best GROUP_SIZE records. */
  list: Type.Array(RecordRow),
});
export type SearchGroup = Static<typeof SearchGroup>;

/** Notes that hold the word: own ones, and those of colleagues that the user may read. */
export const FoundNotes = Type.Object({
  /** The newest GROUP_SIZE. */
  list: Type.Array(ListedNote),
  hasMore: Type.Boolean(),
});
export type FoundNotes = Static<typeof FoundNotes>;

export const searchAll = route({
  method: 'GET',
  path: '/api/metadata/insight/search',
  summary: 'What a word finds, by object, in the order of the navigation',
  action: 'record.search',
  fromReplica: true,
  query: Type.Object({ wd: SearchWord }),
  reply: Type.Object({
    /** The word without blanks around it. */
    word: Type.String(),
    groups: Type.Array(SearchGroup),
    notes: FoundNotes,
  }),
});

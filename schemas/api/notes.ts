import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { ClientKey, RecordId, route, Version } from './route.ts';

/** Longest text of a note, in characters. */
export const MAX_NOTE = 5000;
/** Users that one note mentions. */
const MAX_MENTIONS = 20;

/** Who reads a note: its author alone, or with them those whom staff linked to the same institution. */
export const NoteSharing = Type.Union([Type.Literal('private'), Type.Literal('institution')]);
export type NoteSharing = Static<typeof NoteSharing>;

/** A user as notes name one. */
export const NotePerson = Type.Object({
  id: RecordId,
  name: Type.String(),
  /** The account once more, where it has a page that is open to members. */
  page: Type.Optional(RecordId),
});
export type NotePerson = Static<typeof NotePerson>;

/** A note as one who may read it reads it. */
export const Note = Type.Object({
  id: RecordId,
  objectApiName: Type.String(),
  recordId: RecordId,
  /** Text with `**bold**`, lines of lists and addresses; never HTML. */
  body: Type.String(),
  sharing: NoteSharing,
  /** May the reader change it? They wrote it. */
  isOwn: Type.Boolean(),
  author: Type.String(),
  /** The account of another author, where it has a page that is open to members. */
  authorPage: Type.Optional(RecordId),
  mentions: Type.Array(NotePerson),
  createdAt: Type.String(),
  /** When its text or its readers changed last; null where they never did. */
  editedAt: Type.Union([Type.String(), Type.Null()]),
  /** When it was removed; it is restored until 30 days after. */
  removedAt: Type.Union([Type.String(), Type.Null()]),
  version: Type.Integer(),
});
export type Note = Static<typeof Note>;

/** A note among those of many records. */
export const ListedNote = Type.Object({
  ...Note.properties,
  objectLabel: Type.String(),
  /** The name of the record; null where it is gone, or not open to the reader any more. */
  recordName: Type.Union([Type.String(), Type.Null()]),
});
export type ListedNote = Static<typeof ListedNote>;

const Body = Type.String({ minLength: 1, maxLength: MAX_NOTE });
const Mentions = Type.Array(RecordId, { maxItems: MAX_MENTIONS, uniqueItems: true });
const NoteParams = Type.Object({ id: RecordId });
const OfRecord = { objectApiName: ObjectApiName, recordId: RecordId };

export const listNotes = route({
  method: 'GET',
  path: '/api/notes',
  summary: 'Notes on a record that the user may open, the newest first: their own, and what colleagues share',
  action: 'note.manage',
  query: Type.Object(OfRecord),
  reply: Type.Object({
    list: Type.Array(Note),
    /** Has the user an institution to share with? */
    canShare: Type.Boolean(),
  }),
});

/** Own notes, those that colleagues share, or own ones that were removed and may be restored. */
export const NoteScope = Type.Union([Type.Literal('own'), Type.Literal('shared'), Type.Literal('removed')]);
export type NoteScope = Static<typeof NoteScope>;

export const searchNotes = route({
  method: 'GET',
  path: '/api/notes/search',
  summary: 'Notes on records of every kind, the newest first, by a part of their text',
  action: 'note.manage',
  query: Type.Object({
    scope: NoteScope,
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    /** Those that are older than this one. */
    after: Type.Optional(RecordId),
  }),
  reply: Type.Object({
    list: Type.Array(ListedNote),
    /** Where the next page begins; null at the end. */
    after: Type.Union([RecordId, Type.Null()]),
    /** Own notes that are there, and how many there may be. */
    total: Type.Integer(),
    limit: Type.Integer(),
  }),
});

export const listColleagues = route({
  method: 'GET',
  path: '/api/notes/person',
  summary: 'Whom a note on a record may mention: colleagues of the same institution who may open it',
  action: 'note.manage',
  query: Type.Object({ ...OfRecord, text: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Object({ list: Type.Array(NotePerson) }),
});

export const createNote = route({
  method: 'POST',
  path: '/api/notes',
  summary: 'Write a note on a record; colleagues whom it mentions are notified',
  action: 'note.manage',
  body: Type.Object(
    { ...OfRecord, clientKey: ClientKey, body: Body, sharing: NoteSharing, mentions: Type.Optional(Mentions) },
    { additionalProperties: false },
  ),
  reply: Note,
});

export const updateNote = route({
  method: 'POST',
  path: '/api/notes/{id}',
  summary: 'Change an own note at a known version; what it was stays in its history',
  action: 'note.manage',
  params: NoteParams,
  body: Type.Object(
    { version: Version, body: Body, sharing: NoteSharing, mentions: Type.Optional(Mentions) },
    { additionalProperties: false },
  ),
  reply: Note,
});

export const removeNote = route({
  method: 'POST',
  path: '/api/notes/{id}/remove',
  summary: 'Remove an own note; it can be restored for 30 days, and again has no effect',
  action: 'note.manage',
  params: NoteParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
});

export const restoreNote = route({
  method: 'POST',
  path: '/api/notes/{id}/restore',
  summary: 'Take the removal of an own note back',
  action: 'note.manage',
  params: NoteParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Note,
});

export const readNoteHistory = route({
  method: 'GET',
  path: '/api/notes/{id}/history',
  summary: 'What an own note was before, the latest first',
  action: 'note.manage',
  params: NoteParams,
  reply: Type.Object({
    list: Type.Array(
      Type.Object({ version: Type.Integer(), body: Type.String(), sharing: NoteSharing, until: Type.String() }),
    ),
  }),
});

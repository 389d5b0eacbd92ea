import { Type, type Static } from 'typebox';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordReply } from './records.ts';
import { RecordId, route, Version } from './route.ts';
import { StaffReason } from './staff-reason.ts';

/** Whose value a field of the merged record has; lists may have those of both. */
export const MergeChoice = Type.Union([Type.Literal('survivor'), Type.Literal('loser'), Type.Literal('both')]);
export type MergeChoice = Static<typeof MergeChoice>;

/** Choices by field; a field without one gets what is proposed. */
export const MergeChoices = Type.Record(FieldApiName, MergeChoice, { maxProperties: 600 });
export type MergeChoices = Static<typeof MergeChoices>;

/** References move behind the merge itself, and back behind its undo. */
export type MergeState = 'moving' | 'done' | 'undoing' | 'undone';

const Pair = { objectApiName: ObjectApiName, survivorId: RecordId, loserId: RecordId };

/** A field in which two records differ. */
export const MergeField = Type.Object({
  field: Type.String(),
  choice: MergeChoice,
  choices: Type.Array(MergeChoice),
  /** Why this is proposed, in Chinese; absent where it was chosen. */
  why: Type.Optional(Type.String()),
  /** What the merged record gets, with the names of links; absent where it stays empty or is sealed. */
  value: Type.Optional(Type.Unknown()),
});
export type MergeField = Static<typeof MergeField>;

/** What names the record that goes, by object and field. */
export const MergeReferences = Type.Object({ label: Type.String(), field: Type.String(), count: Type.Integer() });
export type MergeReferences = Static<typeof MergeReferences>;

export const MergePreview = Type.Object({
  survivor: RecordReply,
  loser: RecordReply,
  fields: Type.Array(MergeField),
  /** What the rules of the object refuse about the merged record, by field. */
  problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  references: Type.Array(MergeReferences),
});
export type MergePreview = Static<typeof MergePreview>;

export const previewMerge = route({
  method: 'POST',
  path: '/api/staff/merge/preview',
  summary: 'What a merge of two records would make of them; nothing is written',
  action: 'record.merge',
  body: Type.Object({ ...Pair, choices: Type.Optional(MergeChoices) }, { additionalProperties: false }),
  reply: MergePreview,
});

/** A merge and how far its references have come. */
export const MergeProgress = Type.Object({
  id: RecordId,
  state: Type.Unsafe<MergeState>(
    Type.Union(['moving', 'done', 'undoing', 'undone'].map((state) => Type.Literal(state))),
  ),
  survivorId: RecordId,
  /** References that moved, and those that are still to move. */
  moved: Type.Integer(),
  waiting: Type.Integer(),
});
export type MergeProgress = Static<typeof MergeProgress>;

export const mergeRecords = route({
  method: 'POST',
  path: '/api/staff/merge',
  summary: 'Merge a record into another one of its object; sent twice with one key it is done once',
  action: 'record.merge',
  body: Type.Object(
    {
      ...Pair,
      /** The versions that were on screen: others now are a conflict. */
      survivorVersion: Version,
      loserVersion: Version,
      choices: MergeChoices,
      reason: StaffReason,
      clientKey: Type.String({ minLength: 8, maxLength: 64 }),
    },
    { additionalProperties: false },
  ),
  reply: MergeProgress,
});

const MergeParams = Type.Object({ id: RecordId });

export const readMerge = route({
  method: 'GET',
  path: '/api/staff/merge/{id}',
  summary: 'How far a merge or its undo has come',
  action: 'record.merge',
  params: MergeParams,
  reply: MergeProgress,
});

export const undoMerge = route({
  method: 'POST',
  path: '/api/staff/merge/{id}/undo',
  summary: 'Take a merge back within 90 days; what was changed since is kept and listed',
  action: 'record.merge',
  params: MergeParams,
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: MergeProgress,
});

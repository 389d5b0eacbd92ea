import { type Static, Type } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId } from './route.ts';

/** Two readings are as good: the user chooses one by its words. */
export const AskContent = Type.Object({
  kind: Type.Literal('ask'),
  question: Type.String(),
  choices: Type.Array(Type.String()),
});

/** An explanation, with where it is from. */
export const TextContent = Type.Object({
  kind: Type.Literal('text'),
  sentence: Type.String(),
  links: Type.Array(Type.Object({ label: Type.String(), href: Type.String() })),
});

/** What a language model says, as far as results of this turn hold its numbers, dates and names. Plain text. */
export const ModelContent = Type.Object({
  kind: Type.Literal('model'),
  sentences: Type.Array(Type.String()),
  /** Sentences that were left out. */
  dropped: Type.Integer({ minimum: 0 }),
  /** Records that are named. */
  citations: Type.Array(Type.Object({ objectApiName: ObjectApiName, id: RecordId, label: Type.String() })),
  /** What was asked of the data, with the lists of the same records. */
  queries: Type.Array(Type.Object({ text: Type.String(), href: Type.Optional(Type.String()) })),
});

/** A piece of a question: with neither it says nothing by itself, or nothing more is known of it. */
export const QuestionPiece = Type.Object({
  text: Type.String(),
  /** What it was taken for. */
  takenFor: Type.Optional(Type.String()),
  isUnknown: Type.Optional(Type.Literal(true)),
});
export type QuestionPiece = Static<typeof QuestionPiece>;

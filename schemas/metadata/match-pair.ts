import { Type, type Static } from 'typebox';
import { FieldApiName } from './names.ts';

/**
 * A criterion of matching as metadata says it: a field of what is matched beside a field of deals, and one in which
 * institutions say what they look for. A new pair is a criterion without code.
 */
export const MatchPair = Type.Object(
  {
    /** The field of the subject, whose name is also the key of the criterion. */
    subject: FieldApiName,
    /** The field of deals that institutions are judged by. */
    evidence: Type.Optional(FieldApiName),
    /** The field in which an institution says what it looks for. */
    stated: Type.Optional(FieldApiName),
    kind: Type.Union([
      Type.Literal('tree'),
      Type.Literal('set'),
      Type.Literal('density'),
      Type.Literal('flag'),
      Type.Literal('network'),
    ]),
    weight: Type.Number({ minimum: 0, maximum: 10 }),
  },
  { additionalProperties: false },
);
export type MatchPair = Static<typeof MatchPair>;

import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { FieldApiName } from './names.ts';

/**
 * A criterion of matching as metadata says it: a field of what is matched beside a field of deals, and one in which
 * institutions say what they look for. A new pair is a criterion without code.
 */
export const MatchPair = Type.Object(
  {
    /** The field of the subject, whose name is also the key of the criterion. */
    subject: FieldApiName,
    /** What users read of the criterion; the label of the subject's field when absent. */
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 20, ...says('名称') })),
    /** The field of deals that institutions are judged by. */
    evidence: Type.Optional(FieldApiName),
    /** The field in which an institution says what it looks for; of amounts the lower end. */
    stated: Type.Optional(FieldApiName),
    /** The upper end of stated amounts. */
    statedTo: Type.Optional(titled(FieldApiName, '自述的上限字段')),
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

import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { RecordId } from './route.ts';

/** What is said of one criterion of a match. Contributions of all of them add up to the score. */
export const Criterion = Type.Object({
  /** The field of the subject, or what all institutions (activity, recency, reply, exposure) or projects (demand, crowd) are judged by. */
  key: Type.String(),
  label: Type.String(),
  verdict: Type.Union([Type.Literal('fit'), Type.Literal('partly'), Type.Literal('miss'), Type.Literal('unknown')]),
  /** What the subject says, in words; null where it says nothing. */
  subject: Type.Union([Type.String(), Type.Null()]),
  candidate: Type.Object({
    /** What the institution says that it looks for, in words. */
    stated: Type.Optional(Type.String()),
    /** Deals of the last months: how many of how many, the share, and that of the market (0 to 1, decayed, as decimals). */
    evidence: Type.Optional(
      Type.Object({
        deals: Type.Integer({ minimum: 0 }),
        of: Type.Integer({ minimum: 0 }),
        months: Type.Integer({ minimum: 1 }),
        share: Type.String(),
        market: Type.String(),
      }),
    ),
  }),
  basis: Type.Union([Type.Literal('stated'), Type.Literal('evidence'), Type.Literal('both'), Type.Literal('none')]),
  /** Where the institution does not do what it says, or does what it does not say. */
  differs: Type.Optional(Type.Union([Type.Literal('statedNotDone'), Type.Literal('doneNotStated')])),
  /** What it adds to the score, as an exact decimal. */
  contribution: Type.String(),
  /** One Chinese sentence, of facts alone. */
  words: Type.String(),
  /** The very deals that the sentence counts, as a list. */
  open: Type.Optional(Type.Object({ objectApiName: Type.String(), filter: ConditionInput })),
});
export type Criterion = Static<typeof Criterion>;

/** Why a record is in a list of matches, and where. */
export const MatchRow = Type.Object({
  id: RecordId,
  /** A: the first 20 with three criteria that deals speak for; B: the first 100; C: the others. */
  band: Type.Union([Type.Literal('A'), Type.Literal('B'), Type.Literal('C')]),
  /** The sum of all contributions, as an exact decimal. */
  score: Type.String(),
  criteria: Type.Array(Criterion),
});
export type MatchRow = Static<typeof MatchRow>;

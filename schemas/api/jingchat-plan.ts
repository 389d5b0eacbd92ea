import { type Static, Type } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId } from './route.ts';

/** Characters of a choice. */
const MAX_CHOICE = 200;

/**
 * A condition of a plan in words. `at` is its place, by which it is taken away; `filter` is absent of what linked records
 * are to be, which no filter of a list says.
 */
const PlanPart = Type.Object({ at: Type.Integer(), text: Type.String(), filter: Type.Optional(ConditionInput) });
export type PlanPart = Static<typeof PlanPart>;

/** What else was asked for: groups, measures, order, how many; each with what else it may be. */
const ShapePart = Type.Object({ text: Type.String(), choices: Type.Array(Type.String()) });

/** What was asked of the data, as the user can check and change it. */
export const PlanView = Type.Object({
  objectApiName: ObjectApiName,
  label: Type.String(),
  /** The word by which its records are counted. */
  measureWord: Type.String(),
  parts: Type.Array(PlanPart),
  shape: Type.Array(ShapePart),
  /** The list of the same records; absent where the object has no list. */
  listHref: Type.Optional(Type.String()),
});
export type PlanView = Static<typeof PlanView>;

/** An answer that is gone on from: one of its choices or next questions, or its plan with a change. */
export const Edit = Type.Object(
  {
    of: RecordId,
    choose: Type.Optional(Type.String({ maxLength: MAX_CHOICE })),
    next: Type.Optional(Type.String({ maxLength: MAX_CHOICE })),
    /** Its plan without the condition at this place. */
    without: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    /** Its plan with these conditions in place of its own; what linked records are to be stays. Null: without conditions. */
    filter: Type.Optional(Type.Union([ConditionInput, Type.Null()])),
    /** Its plan with another choice for a part of its shape, by the place and the words of the choice. */
    shape: Type.Optional(
      Type.Object(
        { at: Type.Integer({ minimum: 0, maximum: 100 }), choice: Type.String({ maxLength: MAX_CHOICE }) },
        { additionalProperties: false },
      ),
    ),
    /** Puts the question to the language model. */
    model: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);
export type Edit = Static<typeof Edit>;

import { Type, type Static } from 'typebox';
import { OptionSetName } from './names.ts';

/** One choice. `value` is stored and travels; `label` is shown. `parent` is the value of the branch above it in a tree. */
export const SelectOption = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 64 }),
    label: Type.String({ minLength: 1, maxLength: 200 }),
    parent: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    /** Other spellings that an import or a paste may bring, e.g. 战略融资 for 战略投资. */
    aliases: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 })),
    /** A retired option stays readable on old records and can no longer be chosen. */
    retired: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type SelectOption = Static<typeof SelectOption>;

/** A named list or tree of options, shared by the fields that name it in `config.optionSet`. */
export const OptionSet = Type.Object(
  {
    name: OptionSetName,
    label: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Type.Union([Type.Literal('list'), Type.Literal('tree')]),
    options: Type.Array(SelectOption, { maxItems: 20000 }),
  },
  { additionalProperties: false },
);
export type OptionSet = Static<typeof OptionSet>;

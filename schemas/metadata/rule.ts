import { Type, type Static } from 'typebox';
import { FieldApiName } from './names.ts';

/** What a rule's answer does to its target field. */
const RULE_KINDS = ['assert', 'visible', 'required', 'readonly', 'value', 'options'] as const;
const RuleKind = Type.Unsafe<RuleKind>(Type.Union(RULE_KINDS.map((kind) => Type.Literal(kind))));
type RuleKind = (typeof RULE_KINDS)[number];

/**
 * One rule. `rule` and `when` are CEL over the roots `self` (the record), `old` (as last saved), `user` and `today`.
 * - assert: true is good; false puts `message` at the target.
 * - visible, required, readonly: the answer is the state of the target. A hidden field never blocks a save.
 * - value: the answer is written to the target (a formula constraint).
 * - options: the answer is the list of values allowed; the select narrows and any other value is refused with `message`.
 * A rule whose inputs are absent does not apply. A rule that faults is an error with its id, never a silent pass.
 */
export const Rule = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][A-Za-z0-9-]{0,59}$' }),
    kind: RuleKind,
    target: FieldApiName,
    when: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    rule: Type.String({ minLength: 1, maxLength: 2000 }),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    on: Type.Optional(
      Type.Array(Type.Union([Type.Literal('change'), Type.Literal('submit')]), { minItems: 1, uniqueItems: true }),
    ),
  },
  { additionalProperties: false },
);
export type Rule = Static<typeof Rule>;

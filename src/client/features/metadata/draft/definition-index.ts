import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { compileRules } from '#shared/rules/rule-set.ts';
import { findField } from '#generators/object.ts';
import type { Show } from '#shared/metadata/field-placement.ts';

/*
 * What screens look up in a draft, made once for each of its parts. A step shares with the step before every part that it
 * did not change, so that a key makes again only what follows from the part it changed.
 */

/** Remembers what follows from a part of a definition as long as the part is there; no part is ever changed in place. */
function remembered<Part extends object, Made>(make: (part: Part) => Made): (part: Part) => Made {
  const known = new WeakMap<Part, { readonly made: Made }>();
  return (part) => {
    const entry = known.get(part) ?? { made: make(part) };
    known.set(part, entry);
    return entry.made;
  };
}

/** The fields of each place where fields show. */
export const placesIn = remembered(
  ({ list, detail, form }: ObjectDefinition['layouts']): Readonly<Record<keyof Show, ReadonlySet<string>>> => ({
    column: new Set(list.columns),
    filter: new Set(list.filters),
    detail: new Set(detail.sections.flatMap(({ fields }) => fields)),
    form: new Set(form.sections.flatMap(({ fields }) => fields)),
  }),
);

const byName = remembered(
  (fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldDefinition> =>
    new Map(fields.map((field) => [field.apiName, field])),
);

/** A field of a definition, removed ones included. */
export const fieldIn = ({ fields }: Pick<ObjectDefinition, 'fields'>, apiName: string): FieldDefinition | undefined =>
  byName(fields).get(apiName);

const optionOf = remembered(({ apiName, label }: FieldDefinition): SelectOption => ({
  value: apiName,
  label: `${label}（${apiName}）`,
}));

/** The live fields of an object as choices, by label. */
export const fieldOptions = (object: ObjectDefinition): SelectOption[] => optionsOf(object.fields);

const optionsOf = remembered((fields: readonly FieldDefinition[]): SelectOption[] =>
  fields.filter((field) => !field.removed).map(optionOf),
);

const refusals = remembered<ObjectDefinition['fields'], WeakMap<Rule, string>>(() => new WeakMap());

/**
 * Rules that cannot be used, with the reason that the engine gives. What it says of a rule follows from the rule and the
 * fields alone: of a rule that is as it was before it is not asked again.
 */
export function brokenRules(object: ObjectDefinition): ReadonlyMap<Rule, string> {
  const known = refusals(object.fields);
  const asked = object.rules.filter((rule) => !known.has(rule) && findField(object, rule.target) !== undefined);
  const { rules } = compileRules({ ...object, rules: asked });
  for (const [at, rule] of asked.entries()) known.set(rule, rules[at]?.refusal?.error.placed ?? '');
  return new Map(
    object.rules.map((rule) => [rule, known.get(rule) ?? ''] as const).filter(([, reason]) => reason !== ''),
  );
}

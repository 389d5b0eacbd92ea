import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { compileObject, type RuleContext } from '#shared/validation/record-check.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

/** A text field, labelled as it is called. */
export const text = (apiName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName,
  type: 'text',
  label: apiName,
  ...more,
});

/** Cleans and checks what was sent, as the API does before it saves. */
export function save(
  fields: readonly FieldDefinition[],
  rules: readonly Rule[],
  sent: unknown,
  given: RuleContext = context,
) {
  const check = compileObject(sampleObject(fields, rules));
  const { values, problems } = check.clean(sent);
  const checked = check.check(values, given);
  return { values: checked.values, problems: [...problems, ...checked.problems], check };
}

/** Only the messages of `save`. */
export const messages = (...given: Parameters<typeof save>): string[] =>
  save(...given).problems.map(({ message }) => message);

import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldSchema } from '#generators/json-schema.ts';
import { choiceCheck } from './choices.ts';
import { schemaMessage } from './messages.ts';
import { compileSchema, type SchemaCheck } from './schema-closures.ts';
import { UNSTORABLE_MESSAGE, unstorablePlace } from './storable-text.ts';

/** What is wrong with a value of a field by itself; undefined when nothing is. `old` is the value as last saved. */
export type ValueCheck = (value: FieldValue, old?: FieldValue) => string | undefined;

/** What staff have users read where a value does not have the form that they ask for. */
const saidOf = ({ config }: FieldDefinition, keyword: string): string | undefined =>
  keyword === 'pattern' && config?.pattern !== undefined ? config.patternMessage : undefined;

/** Checks clean values of one field against its definition alone: no rules, no other fields. Messages are Chinese. */
export function valueCheck(field: FieldDefinition): ValueCheck {
  // Compiled when first asked: a form of 500 fields is drawn before most of them are.
  let schema: SchemaCheck | undefined;
  const choice = choiceCheck(field);
  return (value, old) => {
    schema ??= compileSchema(fieldSchema(field));
    const [error] = schema(value);
    if (error) return saidOf(field, error.keyword) ?? schemaMessage(error);
    return unstorablePlace(value) ? UNSTORABLE_MESSAGE : choice?.(value, old);
  };
}

import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { schemaMessage } from '#shared/validation/messages.ts';
import { compileSchema, type SchemaCheck } from '#shared/validation/schema-closures.ts';

const COMPILED = new WeakMap<object, SchemaCheck>();

function check(schema: object): SchemaCheck {
  const compiled = COMPILED.get(schema) ?? compileSchema(schema as JsonSchema);
  COMPILED.set(schema, compiled);
  return compiled;
}

/**
 * The validator of the form library, made of the closures that the server's check is made of: no eval, so it works under
 * a strict Content-Security-Policy. The form asks it nothing while a person types; the slots do the judging.
 */
export const closureValidator = {
  isValid: (schema: object, formData: unknown): boolean => check(schema)(formData).length === 0,
  validateFormData: (formData: unknown, schema: object) => {
    const errors = check(schema)(formData).map((error) => ({
      property: error.path.replaceAll('/', '.'),
      stack: schemaMessage(error),
      message: schemaMessage(error),
      name: error.keyword,
    }));
    return { errors, errorSchema: {} };
  },
  rawValidation: (schema: object, formData: unknown) => ({ errors: check(schema)(formData) }),
};

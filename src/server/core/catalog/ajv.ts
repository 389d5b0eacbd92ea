import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { type SchemaError, schemaParams } from '#shared/validation/schema-error.ts';
import { FORMATS, KEYWORDS } from '#shared/validation/vocabulary.ts';

/**
 * An ajv of its own for each schema, so that a version that is dropped takes its validator with it. To shorten the code of a
 * check takes as long as all else about a large object, and its checks take as long either way.
 */
function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    ownProperties: true,
    code: { optimize: false },
  });
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, { type: 'string', validate });
  for (const [keyword, { type, schemaType, meets }] of Object.entries(KEYWORDS)) {
    ajv.addKeyword({ keyword, type, schemaType, validate: meets, errors: false });
  }
  return ajv;
}

function toSchemaError({ instancePath, keyword, params, parentSchema, data }: ErrorObject): SchemaError {
  const property: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const asked = keyword === 'additionalProperties' ? {} : schemaParams(parentSchema ?? {});
  return {
    path: instancePath,
    keyword,
    params: typeof property === 'string' ? { ...asked, property } : asked,
    value: data,
  };
}

/**
 * Compiles a schema with ajv: everything wrong with a value, in the same shape as the closures of src/shared give it.
 * Takes milliseconds and uses eval, so it is for the server and done once per version. Throws on a schema ajv refuses.
 */
export function compileWithAjv(schema: JsonSchema): (value: unknown) => SchemaError[] {
  const validate = newAjv().compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(toSchemaError));
}

import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { codePoints } from '#shared/rules/code-points.ts';
import { type SchemaError, type SchemaErrorParams, schemaParams } from './schema-error.ts';
import { FORMATS, KEYWORDS } from './vocabulary.ts';

/** Adds what is wrong with a value at a path. */
type Check = (value: unknown, path: string, errors: SchemaError[]) => void;

/** A compiled schema: everything wrong with a value, in the order of the schema's keywords. */
export type SchemaCheck = (value: unknown) => SchemaError[];

const ANNOTATIONS = new Set(['$schema', '$id', 'title', 'description', 'default', 'readOnly']);

/**
 * Compiles a schema as generators/json-schema.ts writes it to closures, without eval, for browsers under a strict
 * Content-Security-Policy. Throws on a keyword it does not know, so that no rule of a schema is passed over.
 */
export function compileSchema(schema: JsonSchema): SchemaCheck {
  const check = compile(schema);
  return (value) => {
    const errors: SchemaError[] = [];
    check(value, '', errors);
    return errors;
  };
}

function compile(schema: JsonSchema): Check {
  const params = schemaParams(schema);
  const checks: Check[] = [];
  for (const [keyword, expected] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword) || keyword === 'type' || keyword === 'additionalProperties') continue;
    checks.push(compileKeyword(keyword, expected, schema, params));
  }
  if (schema['additionalProperties'] === false) checks.push(noOthers(schema['properties'] as JsonSchema));
  const type = schema['type'] as string | undefined;
  const isType = type === undefined ? () => true : typeTest(type);
  return (value, path, errors) => {
    if (!isType(value)) errors.push({ path, keyword: 'type', params, value });
    else for (const check of checks) check(value, path, errors);
  };
}

function typeTest(schemaType: string): (value: unknown) => boolean {
  switch (schemaType) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'integer':
      return (value) => Number.isInteger(value);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'array':
      return Array.isArray;
    case 'object':
      return (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      throw new Error(`Unknown schema type: ${schemaType}`);
  }
}

function compileKeyword(keyword: string, expected: unknown, schema: JsonSchema, params: SchemaErrorParams): Check {
  const test =
    (meets: (value: unknown) => boolean): Check =>
    (value, path, errors) => {
      if (!meets(value)) errors.push({ path, keyword, params, value });
    };
  const own = KEYWORDS[keyword];
  if (own) return test((value) => own.meets(expected, value));
  switch (keyword) {
    case 'minLength':
      return test((value) => codePoints(value as string) >= (expected as number));
    case 'maxLength':
      return test((value) => fitsLength(value as string, expected as number));
    case 'minimum':
      return test((value) => (value as number) >= (expected as number));
    case 'maximum':
      return test((value) => (value as number) <= (expected as number));
    case 'maxItems':
      return test((value) => (value as unknown[]).length <= (expected as number));
    case 'uniqueItems':
      return test((value) => new Set(value as unknown[]).size === (value as unknown[]).length);
    case 'pattern': {
      const pattern = new RegExp(expected as string, 'u');
      return test((value) => pattern.test(value as string));
    }
    case 'format': {
      const format = FORMATS[expected as string];
      if (!format) throw new Error(`Unknown schema format: ${String(expected)}`);
      return test((value) => format(value as string));
    }
    case 'enum': {
      const allowed = new Set(expected as unknown[]);
      return test((value) => allowed.has(value));
    }
    case 'items':
      return everyItem(compile(expected as JsonSchema));
    case 'properties':
      return everyProperty(expected as Record<string, JsonSchema>);
    case 'required':
      return requires(expected as string[], params);
    default:
      throw new Error(`Unknown schema keyword: ${keyword} in ${String(schema['title'] ?? 'a schema')}`);
  }
}

/** A text of no more UTF-16 units than allowed has no more code points either. */
const fitsLength = (text: string, limit: number): boolean => text.length <= limit || codePoints(text) <= limit;

function everyItem(item: Check): Check {
  return (value, path, errors) => {
    for (const [index, entry] of (value as unknown[]).entries()) item(entry, `${path}/${index}`, errors);
  };
}

function everyProperty(properties: Record<string, JsonSchema>): Check {
  const checks = Object.entries(properties).map(([name, schema]) => ({ name, check: compile(schema) }));
  return (value, path, errors) => {
    for (const { name, check } of checks) {
      const entry = (value as Record<string, unknown>)[name];
      if (entry !== undefined && Object.hasOwn(value as object, name)) check(entry, `${path}/${name}`, errors);
    }
  };
}

function requires(names: readonly string[], params: SchemaErrorParams): Check {
  return (value, path, errors) => {
    for (const property of names) {
      if (!Object.hasOwn(value as object, property) || (value as Record<string, unknown>)[property] === undefined) {
        errors.push({ path, keyword: 'required', params: { ...params, property }, value });
      }
    }
  };
}

function noOthers(properties: JsonSchema): Check {
  const known = new Set(Object.keys(properties));
  return (value, path, errors) => {
    for (const property of Object.keys(value as object)) {
      if (!known.has(property)) errors.push({ path, keyword: 'additionalProperties', params: { property }, value });
    }
  };
}

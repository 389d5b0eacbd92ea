import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { Problem } from '#shared/errors.ts';
import { schemaWords } from '#shared/validation/schema-messages.ts';

/**
 * Bodies are taken as they are; queries and parameters are text on the wire and become numbers where one is due. To shorten
 * the code of a check takes longer than to write it.
 */
const body = new Ajv2020({ allErrors: false, strict: false, code: { optimize: false } });
const text = new Ajv2020({ allErrors: false, strict: false, coerceTypes: true, code: { optimize: false } });

/**
 * Compiles the request schemas of a route when the route is first asked: a start need not wait for all of them. Only the
 * first error is collected: an attacker must not buy a thousand.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const validate = Object.assign(
    (data: unknown): boolean => {
      compiled ??= (httpPart === 'body' ? body : text).compile(schema);
      const valid = compiled(data);
      validate.errors = compiled.errors;
      return valid;
    },
    { errors: null as ValidateFunction['errors'] },
  );
  return validate as ReturnType<FastifySchemaCompiler<object>>;
};

const PARTS: Readonly<Record<string, string>> = {
  body: '请求体',
  querystring: '查询参数',
  params: '路径参数',
  headers: '请求头',
};

/** What a request schema refused, with its place: `/pageSize` of the body becomes field `pageSize`. */
export function requestProblems(errors: readonly FastifySchemaValidationError[], part: string | undefined): Problem[] {
  return errors.map((error) => {
    const named = String(error.params['missingProperty'] ?? error.params['additionalProperty'] ?? '');
    const place = [...error.instancePath.split('/').slice(1), named].filter(Boolean).join('.').slice(0, 200);
    return { field: place, message: `${PARTS[part ?? 'body'] ?? ''}${place && ` ${place} `}${schemaWords(error)}` };
  });
}

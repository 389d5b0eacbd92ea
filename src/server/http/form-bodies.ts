import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';

const FORM = 'application/x-www-form-urlencoded';
/** One value of a key that may have several is a list of one. The code of checks is not shortened, as in validation.ts. */
const forms = new Ajv2020({ allErrors: false, strict: false, coerceTypes: 'array', code: { optimize: false } });

/**
 * Values of a form are text on the wire (SPEC §7 sends most calls as forms): they become the numbers, truth values and lists
 * that the route asks for, and are then judged as if they had come as JSON. What cannot become them stays, and is refused.
 */
export function readForms(app: FastifyInstance): void {
  const compiled = new WeakMap<object, ValidateFunction>();
  app.addHook('preValidation', async ({ headers, body, routeOptions }) => {
    const schema = routeOptions.schema?.body;
    if (typeof schema !== 'object' || schema === null || !headers['content-type']?.startsWith(FORM)) return;
    const coerce = compiled.get(schema) ?? forms.compile(schema);
    compiled.set(schema, coerce);
    // Changes the body as it goes; what it thinks of it is said by the validator of all bodies.
    coerce(body);
  });
}

import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

/**
 * Puts what a body names beside the keys of its schema under `values`, where the body has none itself: `{name, clientKey}`
 * becomes `{clientKey, values: {name}}`. Any other body stays as it is, for the validator to judge.
 */
export function gatherValues(request: FastifyRequest, schema: TSchema): void {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Object.hasOwn(body, 'values')) return;
  const { properties } = schema as unknown as { properties: object };
  const entries = Object.entries(body);
  if (entries.length === 0) return;
  request.body = {
    ...Object.fromEntries(entries.filter(([key]) => Object.hasOwn(properties, key))),
    values: Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(properties, key))),
  };
}

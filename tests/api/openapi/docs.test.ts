import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { DOCUMENTED_AS } from '#schemas/metadata/condition.ts';
import { FIELD_TYPES } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
  readonly requestBody?: { content: Record<string, { schema: unknown }> };
  readonly responses: Record<string, { content: Record<string, { schema: { properties: Record<string, unknown> } }> }>;
}
/** As JSON, in the words that tools of OpenAPI 3.0 read too: a single value as a list of one, open keys without a pattern. */
const plain = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { const: only, patternProperties, [DOCUMENTED_AS]: component, ...rest } = value as Record<string, unknown>;
    if (typeof component === 'string') return { $ref: `#/components/schemas/${component}` };
    return {
      ...rest,
      ...('const' in value && { enum: [only] }),
      ...(patternProperties !== undefined && {
        additionalProperties: Object.values(patternProperties ?? {})[0],
      }),
    };
  });
let test: TestApp;
const propertiesOf = (schema: unknown): object | undefined =>
  (schema as { properties?: object } | undefined)?.properties;
let openapi: string;
let components: { schemas: Record<string, object> };
let paths: Record<string, Record<string, Operation>>;

beforeAll(async () => {
  test = await openTestApp();
  const reply = await test.app.inject({ method: 'GET', url: '/api/docs/json' });
  ({ openapi, paths, components } = reply.json<{
    openapi: string;
    paths: typeof paths;
    components: typeof components;
  }>());
});
afterAll(() => test.close());

describe('the OpenAPI document', () => {
  it('lists the routes of the wire and no others', () => {
    expect(openapi).toBe('3.1.0');
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(ROUTES.map(([, { method, path }]) => `${method} ${path}`).sort());
  });

  it.each(ROUTES.map(([, route]) => [`${route.method} ${route.path}`, route] as const))('describes %s', (_, route) => {
    const operation = paths[route.path]?.[route.method.toLowerCase()];
    expect(operation?.summary).toBe(route.summary);
    const type = route.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    expect(operation?.requestBody?.content[type]?.schema).toEqual(route.body && plain(route.body));
    const named = [route.params, route.query].flatMap((part) => Object.keys(propertiesOf(part) ?? {}));
    expect(operation?.parameters?.map(({ name }) => name).sort() ?? []).toEqual(named.sort());
    const reply = Object.values(operation?.responses['200']?.content ?? {})[0]?.schema;
    expect(reply?.properties).toMatchObject({ code: { type: 'integer' }, msg: { type: 'string' } });
    expect(reply?.properties['data']).toEqual(plain(route.reply));
  });

  it('describes the filter of a list by the condition language, with every operator that a field type offers', () => {
    const document = JSON.stringify({ $id: 'api', components });
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(JSON.parse(document) as object);
    const fits = ajv.compile({ $ref: 'api#/components/schemas/Condition' });
    const body = paths['/api/metadata/data/getLayoutAndDataList']?.['post']?.requestBody?.content['application/json'];
    expect(body?.schema).toMatchObject({ properties: { filter: { $ref: '#/components/schemas/Condition' } } });
    const values = { nothing: undefined, one: 'x', list: ['x'], range: ['1', '2'], count: 3 } as const;
    const offered = new Set<string>(FIELD_TYPES.flatMap((type) => fieldType({ type }).operators));
    for (const [op, { shape, label }] of Object.entries(OPERATOR_FORMS)) {
      const isOffered = offered.has(op);
      const value = values[shape];
      const comparison = { field: 'name', op, ...(value !== undefined && { value }) };
      expect(`${op} ${fits({ and: [comparison, { not: { or: [comparison] } }] })}`).toBe(`${op} ${isOffered}`);
      expect(document.includes(`${op}（${label}）`)).toBe(isOffered);
    }
    expect(Object.keys(OPERATOR_FORMS).filter((op) => !offered.has(op))).toEqual(['sinceLastLook']);
    const wrong = [{}, { field: 'name' }, { field: 'name', op: 'like', value: 'x' }, { and: [] }, { not: [] }];
    expect(wrong.filter((condition) => fits(condition))).toEqual([]);
  });

  it('is shown on a page that runs only scripts of our own', async () => {
    const page = await test.app.inject({ method: 'GET', url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
    const scripts = [...page.body.matchAll(/<script[^>]* src="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const url = new URL(script, 'http://localhost/api/docs/').pathname;
      expect(`${url} ${(await test.app.inject({ method: 'GET', url })).statusCode}`).toBe(`${url} 200`);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as events from '#schemas/api/events.ts';
import * as metadata from '#schemas/api/metadata.ts';
import * as records from '#schemas/api/records.ts';
import * as session from '#schemas/api/session.ts';
import type { Route } from '#schemas/api/route.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
  readonly requestBody?: { content: Record<string, { schema: unknown }> };
  readonly responses: Record<string, { content: Record<string, { schema: { properties: Record<string, unknown> } }> }>;
}
const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'action' in value && 'path' in value;
const ROUTES = Object.values({ ...events, ...metadata, ...records, ...session }).filter(isRoute);
/** As JSON, and a single value as OpenAPI 3.0 tools read it too. */
const plain = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('const' in value)) return value;
    const { const: only, ...rest } = value;
    return { ...rest, enum: [only] };
  });
let test: TestApp;
let paths: Record<string, Record<string, Operation>>;

beforeAll(async () => {
  test = await openTestApp();
  const reply = await test.app.inject({ method: 'GET', url: '/api/docs/json' });
  const document = reply.json<{ openapi: string; paths: typeof paths }>();
  expect(document.openapi).toBe('3.1.0');
  paths = document.paths;
});
afterAll(() => test.close());

describe('the OpenAPI document', () => {
  it('lists the routes of the wire and no others', () => {
    const listed = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(listed.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))('describes %s', (_, route) => {
    const operation = paths[route.path]?.[route.method.toLowerCase()];
    expect(operation?.summary).toBe(route.summary);
    if (route.body) {
      const type = route.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
      expect(operation?.requestBody?.content[type]?.schema).toEqual(plain(route.body));
    }
    const named = Object.keys({ ...(route.params as { properties?: object } | undefined)?.properties, ...(route.query as { properties?: object } | undefined)?.properties });
    expect(operation?.parameters?.map(({ name }) => name).sort() ?? []).toEqual(named.sort());
    const reply = Object.values(operation?.responses['200']?.content ?? {})[0]?.schema;
    expect(reply?.properties).toMatchObject({ code: { type: 'integer' }, msg: { type: 'string' } });
    expect(reply?.properties['data']).toEqual(plain(route.reply));
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

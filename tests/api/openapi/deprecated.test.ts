import fastify from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, route } from '#schemas/api/route.ts';
import { YEAR_SECONDS } from '#shared/time/durations.ts';
import { serveDocs } from '#server/http/docs.ts';
import { handleFailures } from '#server/http/failures.ts';
import { guard, mount } from '#server/http/mount.ts';
import { ROUTES } from '#tests/support/app/routes.ts';

const ending = route({
  method: 'GET',
  path: '/api/open/v1/old/{id}',
  summary: 'What is read in another way by now',
  action: 'landing.read',
  ends: { since: '2026-12-01', sunset: '2027-12-01', instead: '/api/open/v1/new/{id}' },
  params: Type.Object({ id: Type.String({ maxLength: 3 }) }),
  reply: Type.String(),
});
const lasting = route({
  method: 'GET',
  path: '/api/open/v1/new/{id}',
  summary: 'The other way',
  action: 'landing.read',
  params: Type.Object({ id: Type.String() }),
  reply: Type.String(),
});
const YEAR_MS = YEAR_SECONDS * 1000;
const app = fastify();

beforeAll(async () => {
  handleFailures(app);
  await serveDocs(app);
  await app.register(async (api) => {
    guard(api, async () => null, undefined);
    mount(api, ending, async ({ params }) => params.id);
    mount(api, lasting, async ({ params }) => params.id);
  });
});
afterAll(() => app.close());

describe('a call that is declared to end', () => {
  it('says so in every answer, a refusal too: since when, when, and what takes its place', async () => {
    for (const [url, status] of [
      ['/api/open/v1/old/7', 200],
      ['/api/open/v1/old/too-long', 422],
    ] as const) {
      const { statusCode, headers } = await app.inject({ url });
      expect({ statusCode, headers }).toMatchObject({
        statusCode: status,
        headers: {
          deprecation: `@${Date.parse('2026-11-30T16:00:00Z') / 1000}`,
          sunset: 'Tue, 30 Nov 2027 16:00:00 GMT',
          link: '</api/open/v1/new/{id}>; rel="successor-version"',
        },
      });
    }
    const { headers } = await app.inject({ url: '/api/open/v1/new/7' });
    expect(headers).not.toHaveProperty('deprecation');
    expect(headers).not.toHaveProperty('sunset');
  });

  it('is listed as such by the page of the calls', async () => {
    const { paths } = (await app.inject({ url: '/api/docs/json' })).json<{ paths: Record<string, { get: object }> }>();
    expect(paths['/api/open/v1/old/{id}']?.get).toMatchObject({
      deprecated: true,
      description: 'Deprecated since 2026-12-01, ends on 2027-12-01; use /api/open/v1/new/{id}.',
    });
    expect(paths['/api/open/v1/new/{id}']?.get).not.toHaveProperty('deprecated');
  });

  it('goes on for a year at least when it is one of programs, as their page promises', () => {
    const lasts = ({ ends }: Route) =>
      ends === undefined || Date.parse(ends.sunset) - Date.parse(ends.since) >= YEAR_MS;
    const ofPrograms = [ending, ...ROUTES.map(([, one]) => one)].filter(({ path }) => path.startsWith('/api/open/'));
    expect(ofPrograms.length).toBeGreaterThan(5);
    expect(ofPrograms.filter((one) => !lasts(one))).toEqual([]);
  });
});

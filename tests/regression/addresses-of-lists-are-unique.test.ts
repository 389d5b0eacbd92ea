import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

interface Listed {
  readonly apiName: string;
  readonly route?: string;
}

const wine = (apiName: string, route?: string): ObjectDefinition =>
  newObject(apiName, [{ apiName: 'name', type: 'text', label: '酒名' }], {
    label: `酒 ${apiName}`,
    ...(route && { route }),
  });

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const lists = async () => (await test.get<Listed[]>('member', '/api/metadata/allObjectsUserCanView')).data;

describe('An object is refused an address that is not free or leads to no list', () => {
  it.each([
    ['of another object', '/data/InsightCompany', /列表地址“\/data\/InsightCompany”已用于对象“/],
    ['of another object in other letters', '/data/insightcompany', /列表地址“\/data\/insightcompany”已用于对象“/],
    ['of the home page', '/home', /列表地址/],
    ['of a screen of staff', '/staff/metadata', /列表地址/],
    ['that no screen opens', '/wine/list', /列表地址/],
    ['without a last part', '/data/', /列表地址/],
  ])('%s', async (_, route, words) => {
    const answer = await saveDefinition(test, wine('Wine', route));
    expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: 'route' }] });
    expect(answer.msg).toMatch(words);
    const planned = await test.post('staff', '/api/metadata/object/plan', {
      baseVersion: 0,
      definition: wine('Wine', route),
    });
    expect(planned).toMatchObject({ status: 422, problems: [{ field: 'route' }] });
  });

  it('and keeps its own when it is saved again', async () => {
    made(await saveDefinition(test, wine('Wine', '/data/wine')));
    made(await saveDefinition(test, { ...savedDefinition(test, 'Wine'), label: '葡萄酒' }));
    expect(await lists()).toContainEqual(expect.objectContaining({ apiName: 'Wine', route: '/data/wine' }));
  });

  it('of two objects saved at once with one address, one is refused', async () => {
    const answers = await Promise.all(['Red', 'White'].map((name) => saveDefinition(test, wine(name, '/data/cellar'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
  });
});

it('An address that a database holds from before takes no list away: the older object keeps it, and a dead one is no link', async () => {
  const store = test.services.database.db;
  for (const [name, route] of [
    ['Taker', '/data/InsightCompany'],
    ['Dead', '/wine/list'],
    ['Homeless', '/home'],
  ] as const) {
    made(await saveDefinition(test, wine(name)));
    await sql`update meta_object set definition = jsonb_set(definition::jsonb, '{route}', to_jsonb(${route}::text))
      where api_name = ${name}`.execute(store);
  }
  await sql`update meta_object set version = version + 1, definition = jsonb_set(definition::jsonb, '{version}', '2')
    where api_name in ('Taker', 'Dead', 'Homeless')`.execute(store);
  await test.services.catalog.load();
  const listed = await lists();
  const routeOf = (apiName: string) => listed.find((object) => object.apiName === apiName)?.route;
  expect(routeOf('InsightCompany')).toBe('/data/InsightCompany');
  expect(listed.map(({ apiName }) => apiName)).toEqual(expect.arrayContaining(['Taker', 'Dead', 'Homeless']));
  expect([routeOf('Taker'), routeOf('Dead'), routeOf('Homeless')]).toEqual([undefined, undefined, undefined]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { field } from '#tests/support/metadata/staged-projects.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

interface Summary {
  readonly apiName: string;
  readonly route?: string;
  readonly formerRoutes?: readonly string[];
}

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const moveTo = (apiName: string, route: string | undefined) => {
  const { route: _before, ...rest } = savedDefinition(test, apiName);
  return saveDefinition(test, { ...rest, ...(route !== undefined && { route }) });
};
const summaryOf = async (apiName: string) =>
  made(await test.get<Summary[]>('svip', '/api/metadata/allObjectsUserCanView')).find((one) => one.apiName === apiName);

it('the address that a list had is kept with it when it gets another one, and forgotten when it gets it back', async () => {
  made(await saveDefinition(test, newObject('Moved', [field('name', 'text')], { route: '/data/moved' })));
  expect(await summaryOf('Moved')).not.toHaveProperty('formerRoutes');
  made(await moveTo('Moved', '/data/second'));
  made(await moveTo('Moved', '/data/third'));
  expect(await summaryOf('Moved')).toMatchObject({
    route: '/data/third',
    formerRoutes: ['/data/moved', '/data/second'],
  });
  made(await moveTo('Moved', '/data/moved'));
  expect(await summaryOf('Moved')).toMatchObject({
    route: '/data/moved',
    formerRoutes: ['/data/second', '/data/third'],
  });
});

it('a list that is closed keeps its address for when it is opened again, and gives none meanwhile', async () => {
  made(await saveDefinition(test, newObject('Closed', [field('name', 'text')], { route: '/data/closed' })));
  made(await moveTo('Closed', undefined));
  expect(savedDefinition(test, 'Closed')).toMatchObject({ formerRoutes: ['/data/closed'] });
  expect(await summaryOf('Closed')).not.toHaveProperty('formerRoutes');
});

it('no more than ten are kept', async () => {
  made(await saveDefinition(test, newObject('Often', [field('name', 'text')], { route: '/data/often0' })));
  for (let at = 1; at <= 12; at += 1) made(await moveTo('Often', `/data/often${at}`));
  const { formerRoutes } = savedDefinition(test, 'Often');
  expect(formerRoutes).toHaveLength(10);
  expect(formerRoutes?.at(-1)).toBe('/data/often11');
});

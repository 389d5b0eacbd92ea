// @vitest-environment jsdom
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { LIST_ROOT, LIST_ROUTE_SOURCE, MARKET_ROOT } from '#schemas/metadata/names.ts';
import { malformedAddress } from '#shared/metadata/object-address.ts';
import { buildRoutes } from '#client/app/routes.tsx';
import { ROUTES } from '#tests/support/app/routes.ts';
import type { AppStores } from '#client/app/base/stores.ts';

const routes = buildRoutes({ session: {} } as AppStores);
const address = new RegExp(LIST_ROUTE_SOURCE);

/** Every path of the one table of routes. */
function pathsOf(entries: readonly RouteObject[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)]);
}

const screenAt = (pathname: string) => matchRoutes(routes, pathname)?.at(-1)?.route.path;
/** A path as a user would open it, with a word in the place of each parameter. */
const opened = (path: string) => path.replaceAll(/:[A-Za-z]+|\*/g, 'Wine');

describe('Addresses of lists and paths of screens never meet', () => {
  test.each(['/data/Wine', '/data/wine', '/data/wine/list', '/data/a/b/c/d', '/data/InsightCompany'])(
    'the address %s may be saved and opens a list',
    (path) => {
      expect(address.test(path)).toBe(true);
      expect(screenAt(path)).toBe(`${LIST_ROOT}/*`);
    },
  );

  test('the address of a list where investors and founders meet opens it', () => {
    expect(address.test('/InvestmentFinancing/project')).toBe(true);
    expect(screenAt('/InvestmentFinancing/project')).toBe(`${MARKET_ROOT}/*`);
  });

  test.each([
    '/home',
    '/InvestmentFinancing',
    '/wine/list',
    '/staff/metadata',
    '/data',
    '/data/',
    '/data//x',
    '/data/x/',
    'data/x',
    '/dataX/y',
  ])('the address %s may not be saved', (path) => {
    expect(address.test(path)).toBe(false);
  });

  const builtIn = pathsOf(routes).filter((path) => path !== `${LIST_ROOT}/*` && path !== `${MARKET_ROOT}/*`);
  test.each(builtIn)('the screen %s is at no address that an object may have', (path) => {
    expect(address.test(opened(path))).toBe(false);
    expect(malformedAddress(opened(path))).toBeDefined();
  });

  test.each([...new Set(ROUTES.map(([, { path }]) => path))])('the server answers %s at no such address', (path) => {
    expect(address.test(path.replaceAll(/\{[A-Za-z]+\}/g, 'Wine'))).toBe(false);
  });
});

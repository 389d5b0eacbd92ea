import { screen } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildRoutes } from '#client/app/routes.tsx';
import { buildStores } from '#client/app/base/stores.ts';
import { BLANK_PATH } from '#client/lib/router.ts';
import { STAFF_PROFILE } from '#tests/support/account/founder-profile.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp, server, silentEvents } from './app-world.tsx';

/** Sees no element change its size. */
class StillObserver {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  openScreen();
  vi.stubGlobal('ResizeObserver', StillObserver);
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
});
afterEach(closeApp);

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children }) => (path === undefined ? pathsOf(children ?? []) : [path]));

/** Every path of the product, with something in the place of its parameters. */
const PATHS = pathsOf(buildRoutes(buildStores(new FakeApi(), silentEvents())))
  .filter((path) => path !== BLANK_PATH)
  .map((path) =>
    path
      .replace(/:(objectApiName|moduleInfoId)/, 'InsightCompany')
      .replaceAll(/:id\w?/gi, '7')
      .replace(':name', 'rounds')
      .replace('*', 'nowhere'),
  );

/** The headings of the page behind a path, whether or not the server answers what it asks for. */
async function headingsAt(path: string, person?: typeof STAFF_PROFILE): Promise<number> {
  await openApp(path, server(person));
  return (await screen.findAllByRole('heading', { level: 1 })).length;
}

describe('every page has one heading of the first level', () => {
  test.each(PATHS)('for a visitor: %s', async (path) => {
    expect(await headingsAt(path)).toBe(1);
  });
  test.each(PATHS)('for staff: %s', async (path) => {
    expect(await headingsAt(path, STAFF_PROFILE)).toBe(1);
  });
});

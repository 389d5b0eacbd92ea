import { expect, test } from 'vitest';
import { listObjects } from '#schemas/api/metadata.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

const object = (apiName: string, route: string, formerRoutes?: string[]) => ({
  apiName,
  label: apiName,
  version: 1,
  route,
  ...(formerRoutes && { formerRoutes }),
  onHome: false,
  creatable: true,
  forMembers: true,
});

test('an address that a list had leads to the one that it has, while no other list is there', async () => {
  const api = new FakeApi().on(listObjects, () => [
    object('Project', '/data/project', ['/data/plan', '/data/visit']),
    object('Visit', '/data/visit'),
  ]);
  const catalog = new CatalogStore(api);
  await catalog.loadObjects();
  expect(catalog.movedFrom('/data/plan')).toBe('/data/project');
  expect(catalog.movedFrom('/data/visit')).toBeUndefined();
  expect(catalog.at('/data/visit')?.apiName).toBe('Visit');
  expect(catalog.movedFrom('/data/nothing')).toBeUndefined();
});

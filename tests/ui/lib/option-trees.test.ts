import { autorun } from 'mobx';
import { expect, test } from 'vitest';
import type { TreeOption } from '#schemas/api/metadata.ts';
import { findChildOptions, findOptions, searchOptions } from '#schemas/api/metadata.ts';
import type { Call } from '#schemas/api/route.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { treeOf } from '#generators/option-tree.ts';
import { cellText } from '#client/ui/field-types/registry.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';

const FIELD: FieldDefinition = {
  apiName: 'region',
  type: 'treeSelect',
  label: '地区',
  config: { optionSet: 'region' },
};
const option = (value: string, label: string, parent?: string): TreeOption => ({
  value,
  label,
  hasChildren: parent === undefined,
  ...(parent !== undefined && { parent }),
});

/** A server that has a tree and hears each question; `isDown` refuses them. */
function serve() {
  const server = {
    tree: [option('44', '广东'), option('31', '上海'), option('4403', '深圳', '44'), option('4401', '广州', '44')],
    asked: [] as string[],
    isDown: false,
  };
  const answer = (route: Call, { query, body }: { query?: Record<string, string>; body?: { values: string[] } }) => {
    if (route.path === findChildOptions.path) {
      server.asked.push(`below ${query?.['parent'] ?? 'all'}`);
      return server.tree.filter(({ parent }) => parent === query?.['parent']);
    }
    if (route.path === findOptions.path) {
      const values = body?.values ?? [];
      server.asked.push(`named ${values.join(' ')}`);
      return values.flatMap((value) => treeOf(server.tree).path(value));
    }
    if (route.path !== searchOptions.path) throw new Error(`unexpected call of ${route.path}`);
    const found = server.tree.filter(({ label }) => label.includes(query?.['text'] ?? ''));
    return {
      found: found.map(({ value }) => value),
      options: found.flatMap(({ value }) => treeOf(server.tree).path(value)),
    };
  };
  const api = {
    call: async (route: Call, input: CallInput<Call>) => {
      if (server.isDown) throw new Error('unreachable');
      return answer(route, input as Parameters<typeof answer>[1]);
    },
  } as unknown as Api;
  return { server, lookups: new LookupStore(api) };
}
const settled = async () => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
};
const treeIn = (lookups: LookupStore) => lookups.tree(FIELD) as NonNullable<ReturnType<LookupStore['tree']>>;

test('Cells of a page ask once for the options that they hold, and nothing else of the tree', async () => {
  const { server, lookups } = serve();
  const seen: string[][] = [];
  const stop = autorun(() => seen.push(['4403', '4401', '99'].map((value) => cellText(value, FIELD, lookups))));
  expect(seen).toEqual([['', '', '']]);
  await settled();
  expect(seen.at(-1)).toEqual(['广东 / 深圳', '广东 / 广州', '99']);
  expect(server.asked).toEqual(['named 4403 4401 99']);
  stop();
});

test('A level comes when it is opened, in the order of the tree whatever was known of it before', async () => {
  const { server, lookups } = serve();
  treeIn(lookups).want(['4401']);
  await settled();
  expect(treeIn(lookups).level('44')).toBe('loading');
  await settled();
  expect(treeIn(lookups).level('44')).toBe('here');
  expect(
    treeOf(lookups.options(FIELD))
      .children('44')
      .map(({ label }) => label),
  ).toEqual(['深圳', '广州']);
  expect(server.asked).toEqual(['named 4401', 'below 44']);
});

test('What is found brings the way to it along', async () => {
  const { lookups } = serve();
  const found = await treeIn(lookups).search('深', new AbortController().signal);
  expect(found.map(({ value }) => value)).toEqual(['4403']);
  expect(treeOf(lookups.options(FIELD)).pathText('4403')).toBe('广东 / 深圳');
});

test('A level that cannot be read says so, and is read when asked once more', async () => {
  const { server, lookups } = serve();
  server.isDown = true;
  treeIn(lookups).level(undefined);
  await settled();
  expect(treeIn(lookups).level(undefined)).toBe('failed');
  server.isDown = false;
  treeIn(lookups).retry(undefined);
  expect(treeIn(lookups).level(undefined)).toBe('loading');
  await settled();
  expect(treeIn(lookups).level(undefined)).toBe('here');
});

test('A change of the set renews the levels and names that are here, which stay until then', async () => {
  const { server, lookups } = serve();
  treeIn(lookups).want(['4403']);
  treeIn(lookups).level(undefined);
  await settled();
  server.tree = server.tree.map((each) => (each.value === '4403' ? { ...each, label: '深圳市', retired: true } : each));
  lookups.receive({ type: 'options.changed', name: 'region' });
  expect(lookups.path('region', '4403')).toEqual(['广东', '深圳']);
  await settled();
  expect(lookups.path('region', '4403')).toEqual(['广东', '深圳市']);
  expect(lookups.options(FIELD).find(({ value }) => value === '4403')?.retired).toBe(true);
});

test('Another user begins without what the one before could see', async () => {
  const { lookups } = serve();
  treeIn(lookups).level(undefined);
  await settled();
  lookups.clear();
  expect(lookups.options(FIELD)).toEqual([]);
});

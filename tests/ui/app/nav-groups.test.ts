import { expect, test } from 'vitest';
import type { Icon } from '#schemas/metadata/icon.ts';
import { navGroups } from '#client/app/shell/nav-groups.ts';

const listed = (apiName: string, route: string, icon?: Icon) => ({
  apiName,
  label: apiName,
  version: 1,
  route,
  ...(icon && { icon }),
  onHome: false,
  creatable: false,
  forMembers: true,
});
const icons = (lists: Parameters<typeof navGroups>[0]) =>
  navGroups(lists, () => false).flatMap(({ links }) => links.map(({ label, icon }) => [label, icon]));

test('a list without an icon has that of a list where others beside it have one', () => {
  expect(icons([listed('A', '/data/A', 'fund'), listed('B', '/data/B')])).toEqual([
    ['A', 'fund'],
    ['B', 'list'],
  ]);
});

test('no list has an icon where none says one', () => {
  expect(icons([listed('A', '/data/A'), listed('B', '/data/B')])).toEqual([
    ['A', undefined],
    ['B', undefined],
  ]);
});

import { matchPath } from 'react-router-dom';
import type { Icon } from '#schemas/metadata/icon.ts';
import type { Action } from '#schemas/api/actions.ts';
import { headingOfAddress } from '#shared/metadata/list-headings.ts';
import { STAFF_PAGES, type StaffPage } from '#client/app/base/staff-pages.ts';
import type { ListedObject } from '#client/lib/catalog-store.ts';

export interface NavLinkTo {
  readonly path: string;
  readonly label: string;
  readonly icon?: Icon | undefined;
}

/** A heading of the navigation with what is under it; those of staff fold, and some are open until they are folded. */
export interface NavGroup {
  readonly name: string;
  readonly links: readonly NavLinkTo[];
  readonly folds?: 'open' | 'folded';
}

interface Entry extends NavLinkTo {
  readonly heading: string;
  readonly position: number;
}

/** Pages of staff that are the list of no object, placed among the lists of their heading. */
const STAFF_ENTRIES: readonly (Entry & { readonly path: StaffPage })[] = [
  { heading: '数据', position: 2410, path: '/staff/import', label: '导入' },
  { heading: '数据', position: 2450, path: '/staff/quality', label: '数据质量' },
  { heading: '设置', position: 2510, path: '/staff/metadata', label: '元数据' },
  { heading: '设置', position: 2520, path: '/staff/options', label: '选项集' },
  { heading: '设置', position: 2530, path: '/staff/audit', label: '元数据变更' },
  { heading: '设置', position: 2535, path: '/staff/packages', label: '元数据包' },
];

/** The navigation of a user: every list by its heading or its address, in the order of the positions, and the pages of staff that the user may open. */
export function navGroups(lists: readonly ListedObject[], may: (action: Action) => boolean): NavGroup[] {
  const entries = lists.flatMap(
    ({ route, link = route, label, heading = headingOfAddress(route), position = Infinity, icon }) =>
      heading === undefined ? [] : [{ heading, position, path: link, label, icon }],
  );
  const all = [...entries, ...STAFF_ENTRIES.filter(({ path }) => may(STAFF_PAGES[path]))].toSorted(
    (one, other) => one.position - other.position || 0,
  );
  const groups = [...Map.groupBy(all, ({ heading }) => heading)];
  const first = groups.find(isOfStaff)?.[0];
  return groups
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(([name, links]) => {
      if (!isOfStaff([name, links])) return { name, links: aligned(links) };
      return { name, links, folds: name === first ? 'open' : 'folded' };
    });
}

/** Where some lists have an icon the others have that of a list, so that names are in one line. */
const aligned = (links: readonly NavLinkTo[]): readonly NavLinkTo[] =>
  links.some(({ icon }) => icon) ? links.map((link) => ({ ...link, icon: link.icon ?? 'list' })) : links;

type Headed = readonly [name: string, links: readonly NavLinkTo[]];

const isOfStaff = ([, links]: Headed): boolean => links.some(({ path }) => path.startsWith('/staff/'));

/** What is for all precedes what staff see to; within both, a heading is where its first list is. */
const placeOf = (group: Headed): number => Number(isOfStaff(group));

export const routeOf = ({ path }: NavLinkTo): string => path.split('?')[0] ?? path;

/** The group that leads to a page. */
export const groupOf = (groups: readonly NavGroup[], pathname: string): NavGroup | undefined =>
  groups.find(({ links }) => links.some((link) => matchPath({ path: routeOf(link), end: false }, pathname) !== null));

import { headingOfAddress } from '#shared/metadata/list-headings.ts';

/** An object whose list the navigation leads to. */
export interface Listed {
  readonly apiName: string;
  readonly label: string;
  readonly route: string;
  readonly heading?: string | undefined;
  readonly position?: number | undefined;
}

/** A heading with the lists under it, in their order. */
export interface ListGroup {
  readonly heading: string;
  readonly lists: readonly Listed[];
}

/** Where an object is to be in the navigation. */
export interface NewPlace {
  readonly apiName: string;
  /** Absent where its address has the heading. */
  readonly heading?: string | undefined;
  readonly position: number;
}

const STEP = 10;
const LAST = 9999;

const headingOf = ({ heading, route }: Listed): string | undefined => heading ?? headingOfAddress(route);

/** Lists by their headings as the navigation shows them; those that are in no group of it are left out. */
export function listGroups(lists: readonly Listed[]): ListGroup[] {
  const placed = lists
    .filter((list) => headingOf(list) !== undefined)
    .toSorted((one, other) => (one.position ?? Infinity) - (other.position ?? Infinity) || 0);
  return [...Map.groupBy(placed, (list) => headingOf(list) ?? '')].map(([heading, of]) => ({ heading, lists: of }));
}

/** The groups with a list put to a place in one of them, which may be another one than it was in. */
export function movedTo(groups: readonly ListGroup[], apiName: string, heading: string, index: number): ListGroup[] {
  const list = groups.flatMap(({ lists }) => lists).find((one) => one.apiName === apiName);
  return groups.map((group) => {
    const rest = group.lists.filter((one) => one.apiName !== apiName);
    if (group.heading !== heading || !list) return { ...group, lists: rest };
    return { ...group, lists: [...rest.slice(0, index), list, ...rest.slice(index)] };
  });
}

/** The groups with one before, or behind, the one that it is beside. */
export function headingMoved(groups: readonly ListGroup[], heading: string, by: -1 | 1): readonly ListGroup[] {
  const at = groups.findIndex((group) => group.heading === heading);
  const [moved, beside] = [groups[at], groups[at + by]];
  if (!moved || !beside) return groups;
  return groups.map((group, index) => (index === at ? beside : index === at + by ? moved : group));
}

/** Places for the lists of a group: its own again, in order, and further ones behind them for those that come to it. */
function placesOf({ heading, lists }: ListGroup): number[] {
  const own = lists
    .filter((list) => headingOf(list) === heading)
    .map(({ position }) => position ?? LAST)
    .toSorted((one, other) => one - other);
  let last = own.length > 0 ? -1 : (lists[0]?.position ?? 0) - STEP;
  return lists.map((_list, index) => {
    const place = own[index] ?? last + STEP;
    last = place > last && place < LAST ? place : last + STEP;
    return last;
  });
}

/** Places by group so that headings come in the order of the groups: the same places, given out again where they do not. */
function inOrder(places: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const firsts = places.flatMap(([first]) => first ?? []);
  if (firsts.every((first, index) => index === 0 || first >= (firsts[index - 1] ?? 0))) return places;
  const sorted = places.flat().toSorted((one, other) => one - other);
  let last = -1;
  const distinct = sorted.map((place) => (last = place > last ? place : last + 1));
  let from = 0;
  return places.map(({ length }) => distinct.slice(from, (from += length)));
}

/**
 * The objects that must be saved for the navigation to be as the groups say. A list that is moved by one changes two objects,
 * and one that comes from elsewhere does not bring the place of its group.
 */
export function newPlaces(groups: readonly ListGroup[]): NewPlace[] {
  const allPlaces = inOrder(groups.map(placesOf));
  return groups.flatMap((group, at) => {
    const places = allPlaces[at] ?? [];
    return group.lists.flatMap((list, index): NewPlace[] => {
      const position = places[index] ?? LAST;
      if (list.position === position && headingOf(list) === group.heading) return [];
      const isOfAddress = headingOfAddress(list.route) === group.heading;
      return [{ apiName: list.apiName, position, ...(!isOfAddress && { heading: group.heading }) }];
    });
  });
}

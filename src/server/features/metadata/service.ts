import type { ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { type Actor, isMember, VISITOR } from '#shared/policy/actor.ts';
import { decide, decideAudience, decideDefinition } from '#shared/policy/decide.ts';
import { isForMembers } from '#shared/policy/for-members.ts';
import { waitingAddress } from '#shared/lists/waiting-address.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { openFixedLists } from '#server/core/catalog/fixed-lists.ts';
import { objectView } from '#server/core/catalog/object-view.ts';
import { askedBy } from '#server/core/lists/list-access.ts';

/** Objects this person may list: those with a screen first, in the order of their positions. */
export function viewableObjects(catalog: Catalog, actor: Actor) {
  const place = ({ route, position }: ObjectDefinition) =>
    route === undefined ? Infinity : (position ?? Number.MAX_VALUE);
  const others = askedBy(actor, catalog);
  const taken = new Set(catalog.objects.map(({ saved }) => saved.route));
  return (
    catalog.objects
      .map((object) => {
        const { route: _saved, ...definition } = object.definition;
        const route = catalog.listRoute(object);
        const fixedLists = openFixedLists(object, actor, others).filter((list) => !taken.has(list.route));
        return { ...definition, fixedLists, ...(route !== undefined && { route }) };
      })
      // Where each user has a list of their own, every member has one.
      .filter(({ access }) => decideAudience(actor, access, access.list === 'owner' ? 'member' : access.list) === null)
      .toSorted((left, right) => compare(place(left), place(right)) || (left.apiName < right.apiName ? -1 : 1))
      .map(
        ({
          apiName,
          label,
          version,
          kind,
          route,
          formerRoutes,
          heading,
          position,
          icon,
          waits,
          onHome,
          access,
          fixedLists,
        }) => ({
          apiName,
          label,
          version,
          ...(kind !== undefined && { kind }),
          ...(route !== undefined && { route }),
          ...(route !== undefined && formerRoutes && { formerRoutes }),
          ...(route !== undefined && waits?.fromMenu === true && { link: waitingAddress(route, waits) }),
          ...(heading !== undefined && { heading }),
          ...(position !== undefined && { position }),
          ...(icon !== undefined && { icon }),
          ...(fixedLists.length > 0 && { fixedLists }),
          onHome: onHome === true,
          creatable: kind === undefined && decideAudience(actor, access, access.create) === null,
          forMembers: isForMembers({ kind, access }),
        }),
      )
  );
}

/**
 * The definition of an object as a user gets it. What only staff may know of stays away: blocks of the page that show records
 * of such objects, lists whose condition reads what is closed, and by what duplicates and faults are found.
 */
export function openView(catalog: Catalog, object: CatalogObject, actor: Actor): ObjectDefinition {
  const { quality, matching, waits, fixedLists, ...view } = objectView(object, actor);
  const isKeeper = decide(actor, 'metadata.edit') === null;
  const lists = fixedLists && openFixedLists(object, actor, askedBy(actor, catalog));
  const { detail, ...layouts } = view.layouts;
  const isKnown = ({ objectApiName, through }: Pick<RelatedList, 'through'> & { readonly objectApiName?: string }) =>
    [objectApiName, through?.objectApiName].every((name) => !isOfStaff(catalog, name, actor));
  return {
    ...view,
    ...(isKeeper && { ...(quality && { quality }), ...(matching && { matching }), ...(waits && { waits }) }),
    ...(lists && lists.length > 0 && { fixedLists: lists }),
    layouts: {
      ...layouts,
      detail: {
        ...detail,
        related: detail.related.filter(isKnown),
        ...(detail.charts && { charts: detail.charts.filter(isKnown) }),
      },
    },
  };
}

/** Is this an object of which only staff may know? A visitor learns of what signing in would open. */
function isOfStaff(catalog: Catalog, apiName: string | undefined, actor: Actor): boolean {
  const definition = apiName === undefined ? undefined : catalog.find(apiName)?.definition;
  const asked = isMember(actor) ? actor : { ...VISITOR, id: '' };
  return definition !== undefined && decideDefinition(asked, definition) === 'FORBIDDEN';
}

const compare = (left: number, right: number): number => (left === right ? 0 : left < right ? -1 : 1);

/** A set without what is below the first level of a tree: trees have thousands of options. */
export const topLevel = (set: OptionSet): OptionSet => ({
  ...set,
  options: set.options.filter((option) => option.parent === undefined),
});

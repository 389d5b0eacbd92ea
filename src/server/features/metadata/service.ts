import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import { waitingAddress } from '#shared/lists/waiting-address.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';

/** Objects this person may list: those with a screen first, in the order of their positions. */
export function viewableObjects(catalog: Catalog, actor: Actor) {
  const place = ({ route, position }: ObjectDefinition) =>
    route === undefined ? Infinity : (position ?? Number.MAX_VALUE);
  return (
    catalog.objects
      .map((object) => {
        const { route: _saved, ...definition } = object.definition;
        const route = catalog.listRoute(object);
        return { ...definition, ...(route !== undefined && { route }) };
      })
      // Where each user has a list of their own, every member has one.
      .filter(({ access }) => decideAudience(actor, access.list === 'owner' ? 'member' : access.list) === null)
      .toSorted((left, right) => compare(place(left), place(right)) || (left.apiName < right.apiName ? -1 : 1))
      .map(({ apiName, label, version, kind, route, heading, position, waits, onHome, access }) => ({
        apiName,
        label,
        version,
        ...(kind !== undefined && { kind }),
        ...(route !== undefined && { route }),
        ...(route !== undefined && waits?.fromMenu === true && { link: waitingAddress(route, waits) }),
        ...(heading !== undefined && { heading }),
        ...(position !== undefined && { position }),
        onHome: onHome === true,
        creatable: kind === undefined && decideAudience(actor, access.create) === null,
      }))
  );
}

const compare = (left: number, right: number): number => (left === right ? 0 : left < right ? -1 : 1);

/** Options directly below a branch, with a word on whether they have branches of their own. */
export function childOptions(options: readonly SelectOption[], parent: string | undefined) {
  const parents = new Set(options.map((option) => option.parent));
  return options
    .filter((option) => option.parent === parent)
    .map((option) => ({ ...option, hasChildren: parents.has(option.value) }));
}

/** A set without what is below the first level of a tree: trees have thousands of options. */
export const topLevel = (set: OptionSet): OptionSet => ({
  ...set,
  options: set.options.filter((option) => option.parent === undefined),
});

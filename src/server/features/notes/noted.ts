import { type Actor, isMember } from '#shared/policy/actor.ts';
import { decideOn } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { NotedTest } from '#server/core/conditions/conditions.ts';
import { hasNote } from './noted-queries.ts';

/**
 * What users may ask of notes on the records of their lists: of their own, and of those that colleagues share where they
 * may open the records of the object. Nothing of notes but this test leaves the feature.
 */
export const notedBy =
  (catalog: Pick<Catalog, 'find'>) =>
  (actor: Actor): NotedTest | undefined => {
    // A program with a key of the user asks for no one’s notes.
    if (!isMember(actor) || actor.key) return undefined;
    return (objectApiName, noted, parameters) => {
      const definition = catalog.find(objectApiName)?.definition;
      const readsShared = definition !== undefined && decideOn(actor, definition, 'detail') === null;
      return hasNote({ objectApiName, readerId: actor.id, readsShared }, noted, parameters);
    };
  };

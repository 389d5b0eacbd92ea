import { type Actor, kindText } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listView } from '#server/core/catalog/object-view.ts';
import { pointingObjects } from '#server/core/lists/list-access.ts';

/** Layouts as JSON text: the same for everybody of the same kind until the object changes, so written out once. */
export class LayoutTexts {
  readonly #texts = new WeakMap<CatalogObject, Map<string, string>>();

  /** `pointing` follows other objects as well, and is not kept. */
  of(object: CatalogObject, actor: Actor, all: readonly CatalogObject[]): string {
    const pointing = object.isSystem ? [] : pointingObjects(object, all, actor);
    const view = this.#view(object, actor);
    return pointing.length === 0 ? view : `${view.slice(0, -1)},"pointing":${JSON.stringify(pointing)}}`;
  }

  #view(object: CatalogObject, actor: Actor): string {
    const kind = kindText(actor);
    const known = this.#texts.get(object) ?? new Map<string, string>();
    this.#texts.set(object, known);
    const text = known.get(kind) ?? JSON.stringify(listView(object, actor));
    known.set(kind, text);
    return text;
  }
}

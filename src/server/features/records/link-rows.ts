import { isLinking } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { refuseClosedObject } from '#server/core/catalog/object-view.ts';
import { choiceRows, limitsChoice } from '#server/core/lists/link-choice.ts';
import type { RowsOf } from '#server/core/lists/readable-object.ts';

/** For which link of which form records are looked for. */
export interface LinkAsked {
  /** `Object.field`. */
  readonly linkOf?: string | undefined;
  /** Ids of what the field that it has to agree with names, with commas between them. */
  readonly beside?: string | undefined;
}

/**
 * The records that a link of a form may lead to, as far as the user sees them.
 * @throws Failure INVALID_QUERY for what is no link to these records; as refuseClosedObject
 */
export function linkRows(
  catalog: Catalog,
  target: CatalogObject,
  rowsOf: RowsOf,
  { linkOf, beside }: LinkAsked,
  actor: Actor,
): RowsOf {
  if (linkOf === undefined) return rowsOf;
  const [objectApiName = '', name = ''] = linkOf.split('.');
  const home = catalog.object(objectApiName);
  refuseClosedObject(home, actor);
  const field = home.field(name);
  if (!field || !isLinking(field) || field.targetApiName !== target.apiName) {
    const message = `“${linkOf}”不是关联“${target.definition.label}”的字段`;
    throw new Failure('INVALID_QUERY', message, [{ field: 'linkOf', message }]);
  }
  return limitsChoice(field) ? choiceRows(rowsOf, target, field, beside?.split(',') ?? []) : rowsOf;
}

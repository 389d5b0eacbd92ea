import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { PackageContents } from '#schemas/metadata/package.ts';
import { formerNames } from '#generators/former-names.ts';
import { renamedDefinition, type Renaming } from '#generators/language/renamed-definition.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';

/** Has the definition the former name of the field, and not the one that it has here? */
const isFormer = ({ fields }: ObjectDefinition, { from, to }: Renaming): boolean =>
  fields.some(({ apiName }) => apiName === from) && !fields.some(({ apiName }) => apiName === to);

/**
 * Gives definitions the names that fields have here, where they were renamed after the package was exported: what the
 * package says of a field is then about the same field, and its values stay.
 */
export function namesOfHere(
  catalog: Catalog,
  { objects }: Pick<PackageContents, 'objects'>,
): (definition: ObjectDefinition) => ObjectDefinition {
  const coming = new Map(objects.map(({ definition }) => [definition.apiName, definition]));
  const renamings = catalog.storedObjects.flatMap(({ apiName: objectApiName, saved }) => {
    const known = coming.get(objectApiName);
    const all = saved.fields.flatMap((field) =>
      formerNames(field).map((from) => ({ objectApiName, from, to: field.apiName })),
    );
    return known ? all.filter((renaming) => isFormer(known, renaming)) : all;
  });
  return (definition) => renamings.reduce(renamedDefinition, definition);
}

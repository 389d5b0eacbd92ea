import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isFile } from '#generators/field-types/registry.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';

/** A field of the records of an object that holds files. */
export interface FilePlace {
  readonly objectApiName: string;
  readonly table: string;
  readonly field: FieldDefinition;
}

/** The fields of records that hold files. */
function filePlaces(catalog: Pick<Catalog, 'storedObjects'>): FilePlace[] {
  return catalog.storedObjects.flatMap(({ apiName, table, fields }) =>
    fields.filter(isFile).map((field) => ({ objectApiName: apiName, table, field })),
  );
}

const isPrivate = ({ field }: FilePlace): boolean => field.config?.private === true;

/** Those whose files are no more open than their values, and those whose files are for everyone. */
export const privatePlaces = (catalog: Pick<Catalog, 'storedObjects'>): FilePlace[] =>
  filePlaces(catalog).filter(isPrivate);
export const publicPlaces = (catalog: Pick<Catalog, 'storedObjects'>): FilePlace[] =>
  filePlaces(catalog).filter((place) => !isPrivate(place));

/**
 * Those whose files are given to the readers of the value: not where readers get copies with a watermark instead, nor where
 * the value is for staff alone, who have the file by their duty.
 */
export function placesWithReaders(catalog: Pick<Catalog, 'storedObjects'>): FilePlace[] {
  return privatePlaces(catalog).filter(({ field: { config } }) => {
    const isForStaff = config?.visibleTo?.every((role) => role === 'staff') ?? false;
    return config?.watermark !== true && !isForStaff;
  });
}

import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Vault } from '#server/db/vault.ts';

/** Whose value it is: a sealed text that is moved to another record or field does not open there. */
export interface SealedPlace {
  readonly objectApiName: string;
  readonly field: Pick<FieldDefinition, 'apiName'>;
  /** Id of the record. */
  readonly id: string;
}

/** Where a value of a record is sealed. */
export const placeOf = ({ objectApiName, field, id }: SealedPlace): string => `${objectApiName}.${field.apiName}:${id}`;

/** A clear value as it is kept in the table of its object. */
export const sealValue = (vault: Vault, place: SealedPlace, value: string): string => vault.seal(value, placeOf(place));

/** The clear value of what a table holds. @throws Error when it was sealed for another place or with another key. */
export const openValue = (vault: Vault, place: SealedPlace, kept: string): string => vault.open(kept, placeOf(place));

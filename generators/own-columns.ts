import type { FieldDefinition } from '#schemas/metadata/field.ts';

const OWN = /^([a-z][A-Za-z0-9]{0,39})_list([1-9][0-9]{0,17})$/;

/** A column that a list of records has of its own. */
export interface OwnName {
  readonly listId: string;
  readonly apiName: string;
}

/** What such a column is called beside the fields of the records, of which none can be called so. */
export const ownName = ({ listId, apiName }: OwnName): string => `${apiName}_list${listId}`;

/** The column that such a name is of; undefined for the name of a field. */
export function readOwnName(name: string): OwnName | undefined {
  const [, apiName, listId] = OWN.exec(name) ?? [];
  return apiName === undefined || listId === undefined ? undefined : { apiName, listId };
}

/** Columns of a list as conditions and orders name them beside the fields of its records. */
export const ownFields = (listId: string, fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.map((field) => ({ ...field, apiName: ownName({ listId, apiName: field.apiName }) }));

import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** Are the records kept by a feature of the product? The engine shows them and never writes them. */
export const isSystem = ({ kind }: Pick<ObjectDefinition, 'kind'>): boolean => kind === 'system';

/** The fields that exist for people: everything but the removed ones, in the order of the definition. */
export function liveFields(object: ObjectDefinition): readonly FieldDefinition[] {
  return object.fields.filter((field) => field.removed !== true);
}

/** A live field by its apiName; undefined when there is none. */
export function findField(object: ObjectDefinition, apiName: string): FieldDefinition | undefined {
  return object.fields.find((field) => field.apiName === apiName && field.removed !== true);
}

import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from './field-types/registry.ts';

/** Are the records kept by a feature of the product? The engine shows them and never writes them. */
export const isSystem = ({ kind }: Pick<ObjectDefinition, 'kind'>): boolean => kind === 'system';

/** The fields that exist for people: everything but the removed ones, in the order of the definition. */
export function liveFields(object: ObjectDefinition): readonly FieldDefinition[] {
  return object.fields.filter((field) => field.removed !== true);
}

/**
 * The link by which the records of an object belong to a company: a required one to a company that its writer speaks for.
 * Their owners are then all who speak for that company, whichever of them wrote the record.
 */
export const companyLink = (object: ObjectDefinition): FieldDefinition | undefined =>
  liveFields(object).find((field) => field.required && field.config?.spokenFor && fieldType(field).kind === 'link');

/** The link to the company whose members read the records of the object without VIP; undefined where there is none. */
export const ofCompanyLink = (object: ObjectDefinition): FieldDefinition | undefined =>
  liveFields(object).find((field) => field.config?.ofCompany && fieldType(field).kind === 'link');

/** A live field by its apiName; undefined when there is none. */
export function findField(object: ObjectDefinition, apiName: string): FieldDefinition | undefined {
  return object.fields.find((field) => field.apiName === apiName && field.removed !== true);
}

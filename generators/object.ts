import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from './field-types/registry.ts';

/** Are the records kept by a feature of the product? The engine shows them and never writes them. */
export const isSystem = ({ kind }: Pick<ObjectDefinition, 'kind'>): boolean => kind === 'system';

/** The fields that exist for people: everything but the removed ones, in the order of the definition. */
export function liveFields(object: Pick<ObjectDefinition, 'fields'>): readonly FieldDefinition[] {
  return object.fields.filter((field) => field.removed !== true);
}

/** The first link of an object of a kind, found once for each definition: every read of a record asks. */
function linkOf(isWanted: (field: FieldDefinition) => boolean) {
  const found = new WeakMap<ObjectDefinition, FieldDefinition | null>();
  return (object: ObjectDefinition): FieldDefinition | undefined => {
    let link = found.get(object);
    if (link === undefined) {
      link = liveFields(object).find((field) => isWanted(field) && fieldType(field).kind === 'link') ?? null;
      found.set(object, link);
    }
    return link ?? undefined;
  };
}

/**
 * The link by which the records of an object belong to a company: a required one to a company that its writer speaks for.
 * Their owners are then all who speak for that company, whichever of them wrote the record.
 */
export const companyLink = linkOf((field) => field.required === true && field.config?.spokenFor === true);

/** The link to the company whose members read the records of the object without VIP; undefined where there is none. */
export const ofCompanyLink = linkOf((field) => field.config?.ofCompany === true);

/** A live field by its apiName; undefined when there is none. */
export function findField(object: Pick<ObjectDefinition, 'fields'>, apiName: string): FieldDefinition | undefined {
  return object.fields.find((field) => field.apiName === apiName && field.removed !== true);
}

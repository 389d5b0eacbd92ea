import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet, OptionTone } from '#schemas/metadata/option-set.ts';

/** The name of the option set that a field takes its choices or its amount bands from; undefined when it has none. */
export const optionSetName = (field: FieldDefinition): string | undefined =>
  field.config?.optionSet ?? field.config?.bandOptionSet;

/** How an option is coloured where the field says so. */
export const optionTone = (value: string, { selectOptions }: FieldDefinition): OptionTone | undefined =>
  selectOptions?.find((option) => option.value === value)?.tone;

/**
 * An object whose fields carry the options of the sets they name, as clients and checks need it. A field that names
 * a set which is not in `optionSets`, or none at all, is left as it is. The definition given is not changed.
 */
export function resolveOptions(object: ObjectDefinition, optionSets: ReadonlyMap<string, OptionSet>): ObjectDefinition {
  const resolve = (field: FieldDefinition): FieldDefinition => {
    const { options, levels } = optionSets.get(optionSetName(field) ?? '') ?? {};
    return options ? { ...field, selectOptions: options, ...(levels && { levels }) } : field;
  };
  return { ...object, fields: object.fields.map(resolve) };
}

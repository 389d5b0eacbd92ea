import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { fieldType, isList } from '#generators/field-types/registry.ts';
import { splitList } from '#generators/field-types/parts.ts';
import { findOption } from '#generators/field-types/select.ts';

/** Characters of the value of an option. */
const LONGEST = 64;

/** May options be added to a field for texts that name none? Those of a tree have a place that texts do not say. */
export const takesNewOptions = (field: FieldDefinition): boolean => fieldType(field).options === 'list';

/** The options that texts would need to be read as values of a field of options, beside those that there are. */
export function missingOptions(
  field: FieldDefinition,
  options: readonly SelectOption[],
  texts: readonly string[],
): SelectOption[] {
  const names = texts.flatMap((text) => (isList(field) ? splitList(text) : [text.trim()]));
  return [...new Set(names)]
    .filter((name) => name !== '' && name.length <= LONGEST && !findOption(name, options))
    .map((name) => ({ value: name, label: name }));
}

import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { LabelOf } from './condition-labels.ts';

/** Names of stored values: of options from their sets, of records by their ids. What is not known yet is shown as stored. */
export const labelsFrom =
  (lookups: FieldLookups & OptionLabels): LabelOf =>
  (value, field) => {
    const target = field.targetApiName;
    if (target !== undefined) return lookups.recordName?.(target, value) ?? `#${value}`;
    // An amount's choices are its bands.
    return lookups.label(field.config?.optionSet ?? field.config?.bandOptionSet, value, field);
  };

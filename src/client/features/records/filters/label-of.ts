import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { OptionCounts, OptionCountsQuery } from '#schemas/api/records.ts';
import type { ConditionSource } from '#generators/filters.ts';
import type { LabelOf, WordSource } from '#shared/conditions/condition-words.ts';

/** Names of stored values: of options from their sets, of records by their ids. What is not known yet is shown as stored. */
export const labelsFrom =
  (lookups: FieldLookups & OptionLabels): LabelOf =>
  (value, field) => {
    const target = field.targetApiName;
    if (target !== undefined) return lookups.recordName?.(target, value) ?? `#${value}`;
    // An amount's choices are its bands.
    return lookups.label(field.config?.optionSet ?? field.config?.bandOptionSet, value, field);
  };

/** The lists of other objects that a filter may ask about. */
export interface ListLookups {
  /** What the list of an object shows the person. Observable: undefined until known, and asking starts the load. */
  readonly listView?: ((objectApiName: string) => ListView | undefined) | undefined;
  /** Names of lists of records by id. Observable: undefined until known, and asking starts the load. */
  readonly listNames?: WordSource['listNames'];
  /** How many matching records hold each option of a field. Rejects when they cannot be counted. */
  readonly optionCounts?: ((query: OptionCountsQuery, signal: AbortSignal) => Promise<OptionCounts>) | undefined;
}

/** All that the filters of a list look up. */
export type FilterLookups = FieldLookups & OptionLabels & ListLookups;

/** The objects that a condition may ask about, as the condition language wants them. */
export const othersFrom =
  ({ listView }: ListLookups): NonNullable<ConditionSource['others']> =>
  (objectApiName) => {
    const view = listView?.(objectApiName);
    return view && { apiName: view.objectApiName, label: view.label, fields: view.fields };
  };

/** What a field is called where there is little room. */
export const shortLabel = ({ shortLabel: short, label }: FieldDefinition): string => short ?? label;

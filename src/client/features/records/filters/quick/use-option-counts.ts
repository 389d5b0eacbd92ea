import { useEffect, useState } from 'react';
import type { OptionCounts, OptionCountsQuery } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FilterLookups } from '#client/features/records/filters/label-of.ts';
import type { CountedList } from './quick-props.ts';

/** How many of the list's records hold each option of a field; undefined until known, and where they cannot be counted. */
export function useOptionCounts(
  field: FieldDefinition,
  { objectApiName, filter, keyword }: CountedList,
  lookups: FilterLookups,
): OptionCounts | undefined {
  const [counts, setCounts] = useState<OptionCounts>();
  const word = keyword.trim();
  const query: OptionCountsQuery = {
    objectApiName,
    field: field.apiName,
    ...(filter !== undefined && { filter }),
    ...(word !== '' && { keyword: word }),
  };
  // Conditions are other objects with every drawing.
  const text = JSON.stringify(query);
  const { optionCounts } = lookups;
  useEffect(() => {
    const given = new AbortController();
    // A filter without its numbers is still a filter.
    optionCounts?.(JSON.parse(text) as OptionCountsQuery, given.signal).then(
      (found) => !given.signal.aborted && setCounts(found),
      () => !given.signal.aborted && setCounts(undefined),
    );
    return () => given.abort();
  }, [text, optionCounts]);
  return counts;
}

import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FilterLookups } from '#client/features/records/filters/label-of.ts';

/** What else the list asks, so that options can be counted among what it leaves. */
export interface CountedList {
  readonly objectApiName: string;
  /** Without the comparison that is being chosen. */
  readonly filter: Condition | undefined;
  readonly keyword: string;
}

/** The filter of one field that is applied as it is chosen. */
export interface QuickProps {
  readonly field: FieldDefinition;
  /** What applies now; undefined when nothing does. */
  readonly current: Comparison | undefined;
  /** Undefined takes the filter away. */
  readonly onApply: (next: Comparison | undefined) => void;
  /** There is no more to choose. */
  readonly onDone: () => void;
  readonly lookups: FilterLookups;
  readonly list: CountedList;
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
}

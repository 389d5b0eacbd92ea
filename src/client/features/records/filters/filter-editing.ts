import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FilterField } from '#generators/filters.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import type { DraftGroup, DraftRow } from './filter-draft.ts';

/** What every part of the filter being edited needs; lines are named by their keys. */
export interface FilterEditing {
  readonly fields: readonly FilterField[];
  readonly lookups: FieldLookups;
  readonly change: (row: DraftRow) => void;
  readonly drop: (key: number) => void;
  /** Into the group of a key; undefined is the outermost. */
  readonly add: (into: number | undefined, row: DraftRow) => void;
  /** The focus goes along, to the part of the line that was used. */
  readonly move: (key: number, by: -1 | 1, part?: 'up' | 'down') => void;
  readonly setJoin: (group: number | undefined, join: DraftGroup['join']) => void;
  /** The person has left this line. */
  readonly touch: (key: number) => void;
  /** What is wrong with a line, once the person has left it. */
  readonly problemOf: (key: number, comparison: Comparison) => string | undefined;
}

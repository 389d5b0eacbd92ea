import type { DraftScope } from './draft-problems.ts';
import type { DraftGroup, DraftRow } from './filter-draft.ts';
import type { FilterLookups } from './label-of.ts';

/** What every part of the filter being edited needs; lines are named by their keys. */
export interface FilterEditing {
  /** What the lines here are about; inside of a line about another object, that object. */
  readonly scope: DraftScope;
  /** Lines about other objects around these. */
  readonly within: number;
  readonly lookups: FilterLookups;
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
  readonly problemOf: (key: number) => string | undefined;
}

import type { Condition } from '#schemas/metadata/condition.ts';
import type { Sort } from '#schemas/metadata/sort.ts';

export const DENSITIES = ['compact', 'standard', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** How a list is shown: as rows, or as its layout has it otherwise. */
export const LIST_DISPLAYS = ['table', 'board', 'calendar', 'gallery', 'dashboard'] as const;
export type ListDisplay = (typeof LIST_DISPLAYS)[number];

/** Everything a person has chosen on a list. It lives in the URL; what is absent follows the layout. */
export interface ListState {
  readonly filter: Condition | undefined;
  readonly keyword: string;
  /** First entry first; undefined follows the layout. */
  readonly sort: readonly Sort[] | undefined;
  /** Visible columns in order; undefined follows the layout. */
  readonly columns: readonly string[] | undefined;
  /** Pixels by field. */
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
  /** Columns that stay in place beside the name, in order. */
  readonly pinned: readonly string[];
  /** Is the row of totals shown? */
  readonly totals: boolean;
  readonly display: ListDisplay;
  /** Id of the saved view that this began as; it may have been changed since. */
  readonly view: string | undefined;
  /** How the rows are ranked where the list can be ranked by what fits; undefined: they are in the order of the list. */
  readonly match: string | undefined;
}

export const DEFAULT_LIST_STATE: ListState = {
  filter: undefined,
  keyword: '',
  sort: undefined,
  columns: undefined,
  widths: {},
  density: 'standard',
  pinned: [],
  totals: false,
  display: 'table',
  view: undefined,
  match: undefined,
};

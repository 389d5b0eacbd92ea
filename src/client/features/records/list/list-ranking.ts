import type { ReactNode } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { ListState } from '#shared/lists/list-state.ts';

/** A list as one who ranks it is asked to draw it. */
export interface RankedPlace {
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
  readonly view: ListView;
  /** Shown columns in order. */
  readonly visible: readonly string[];
}

/** Another kind of order that the records of a list may have: it is drawn by who knows it, and `match` of the state asks for it. */
export interface ListRanking {
  /** Between the filters and the rows, in every order. */
  readonly bar: (place: RankedPlace) => ReactNode;
  /** In place of the grid. */
  readonly rows: (place: RankedPlace) => ReactNode;
}

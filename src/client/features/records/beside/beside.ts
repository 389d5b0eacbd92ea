import type { KeyboardEvent } from 'react';

/** The record that is open beside a list, and the ways to others. */
export interface Beside {
  readonly id: string | undefined;
  /** The place of its row, where the row is here. */
  readonly at: number | undefined;
  /** Stays the same until the address changes. */
  readonly open: (id: string) => void;
  readonly close: () => void;
  /** The way to the row behind or before; undefined where there is none. */
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

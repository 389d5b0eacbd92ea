import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** Counts what one request of an account is given. */
export interface Meter {
  /** @throws Failure TOO_MANY_REQUESTS (details: `retryAfter` in seconds) when the account has read all it may, or reads too fast */
  admit: () => void;
  /** So many records were given, of this object where one is named; of objects that are not published none count. */
  add: (rows: number, of?: CatalogObject) => void;
  /** Records of the day at most; null for as many as wanted. */
  readonly limit: number | null;
  /** Records that are left for the day. */
  left: () => number;
}

/** Of who is not counted: visitors, and accounts that no budget is for. */
export const UNCOUNTED: Meter = { admit: () => {}, add: () => {}, limit: null, left: () => Infinity };

/** Names alone say little of a record: ten of them count as one. */
const NAMES_A_ROW = 10;

export const rowsOfNames = (names: number): number => Math.ceil(names / NAMES_A_ROW);

/** A column of sealed values, and how the place follows to which a value was bound. */
export interface SealedKind {
  readonly table: string;
  readonly column: string;
  /** Columns that the place is made of. */
  readonly keys: readonly string[];
  /** The place, from what the keys hold, in their order. */
  readonly place: (keys: readonly [string, string, string]) => string;
  /** The column beside it by which the value is found, and the kind of its index. */
  readonly index?: { readonly column: string; readonly kind: string };
  /** The column holds whole rows of an object as JSON, and the value is in them under this name. */
  readonly inRows?: { readonly objectApiName: string; readonly field: string };
}

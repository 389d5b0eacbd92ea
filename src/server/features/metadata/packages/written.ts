import type { PackageItem } from '#schemas/api/packages.ts';

/** Something that a package wrote, at the version that it has since, and what was there before: null where nothing was. */
export interface Written {
  readonly kind: PackageItem['kind'];
  readonly name: string;
  readonly label: string;
  readonly version: number;
  /** Of a record and a view: its id; the object that it is of. */
  readonly id?: string;
  readonly objectApiName?: string;
  /** A definition, the values of a record that were changed, the state of a view, or a mapping. */
  readonly before: unknown;
}

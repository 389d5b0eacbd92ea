import type { ImportLimits } from '#schemas/metadata/import-mapping.ts';

/** Bounds against files made to do harm. */
export type Limits = Required<ImportLimits>;

const MB = 1024 * 1024;

/** Growth below this size is never looked at: small files of one repeated letter are harmless. */
export const RATIO_FROM_BYTES = 64 * MB;

/** Characters of a whole row, so that many cells below their limit cannot fill the memory together. */
export const ROW_LIMIT = 16 * MB;

const DEFAULTS: Limits = {
  cell: MB,
  columns: 2000,
  unpackedBytes: 20 * 1024 * MB,
  unpackedRatio: 200,
  zipEntries: 10_000,
  sharedStrings: 5_000_000,
};

/** The limits of a mapping, with the defaults where it says nothing. */
export function limitsOf(own: ImportLimits | undefined): Limits {
  return { ...DEFAULTS, ...own };
}

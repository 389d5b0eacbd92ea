import { createHash } from 'node:crypto';
import type { PackageContents } from '#schemas/metadata/package.ts';
import { canonicalText } from '#shared/validation/same-value.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The same for definitions that say the same, whatever their versions. */
export const fingerprint = (definition: object): string => sha256(canonicalText({ ...definition, version: 0 }));

/** The checksum of what a package holds. */
export const checksumOf = (contents: PackageContents): string => sha256(canonicalText(contents));

/** A name for any JSON. */
export const markOf = (value: unknown): string => sha256(canonicalText(value));

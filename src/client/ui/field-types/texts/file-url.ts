import { OWN_FILE_SOURCE } from '#schemas/generated/metadata/value.ts';
import { FILE_URL_PATTERN } from '#generators/field-types/file.ts';

const PATTERN = new RegExp(FILE_URL_PATTERN, 'u');
const OWN = new RegExp(`^${OWN_FILE_SOURCE}$`);

/** True for an address that a file may have: our own uploads and https, so that no link of ours can run script. */
export const isFileUrl = (url: string): boolean => PATTERN.test(url);

/**
 * True for a file that was uploaded here. Pictures on other hosts, which imports bring along, are never loaded: their host
 * would learn who reads what. They are shown as links.
 */
export const isOwnFile = (url: string): boolean => OWN.test(url);

/** Bytes for reading, e.g. 1.5 MB. */
export function shownSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${Math.round(kib)} KB` : `${Math.round(kib / 102.4) / 10} MB`;
}

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import iconv from 'iconv-lite';

const BEYOND_ASCII = /[\u0080-\uFFFF]/;

/** Why a text cannot be kept by any database; undefined for ordinary text. */
export function textFault(text: string): string | undefined {
  if (text.includes('\0')) return '含有 NUL 字符';
  return text.isWellFormed() ? undefined : '含有残缺的字符（孤立的代理项）';
}

/**
 * Undoes a misreading: UTF-8 bytes that a user read as `encoding` and wrote down as text. Text for which that cannot
 * be the story, or of which bytes were lost on the way, stays as it is.
 */
export function undoMisreading(text: string, encoding: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  const bytes = iconv.encode(text, encoding);
  if (!isUtf8(bytes) || iconv.decode(bytes, encoding) !== text) return text;
  return bytes.toString('utf8');
}

/** Keys beyond this length are kept as their hash: the database indexes no longer ones. */
const LONGEST_KEY = 500;

/** A natural key as it is kept. */
export function storedKey(text: string): string {
  return text.length > LONGEST_KEY ? `sha256:${createHash('sha256').update(text).digest('hex')}` : text;
}

const KEY_SEPARATOR = '|';

/** One text for the parts of a natural key; different parts never give the same text. */
export function keyText(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] ?? '';
  return parts
    .map((part) => part.replaceAll('\\', '\\\\').replaceAll(KEY_SEPARATOR, `\\${KEY_SEPARATOR}`))
    .join(KEY_SEPARATOR);
}

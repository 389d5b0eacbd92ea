import type { ByteRange } from '#server/platform/objects/object-store.ts';

/**
 * The one part of a file of so many bytes that a header Range asks for: null for one that is not there, undefined for the
 * whole file, as where several parts are asked for or another unit is used.
 */
export function askedRange(header: string | undefined, bytes: number): ByteRange | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if ((from === '' && to === '') || bytes === 0) return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end ? null : { start, end };
}

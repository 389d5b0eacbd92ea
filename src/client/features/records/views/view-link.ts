import { hashAddress } from '#client/lib/router.ts';
import { viewAddress } from '#client/features/records/base/list-url.ts';

/** The whole address that opens a view of the list at a path, for others to follow. */
export const viewLink = (pathname: string, id: string): string =>
  new URL(hashAddress(pathname + viewAddress(id)), window.location.href).href;

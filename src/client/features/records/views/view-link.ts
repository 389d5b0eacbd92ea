import type { ListPlace } from '#client/features/records/base/use-list-place.ts';
import { hashAddress } from '#client/lib/router.ts';
import { viewAddress } from '#shared/lists/list-address.ts';

/** The whole address that opens a view of the list at a path, for others to follow. */
export const viewLink = (pathWith: ListPlace['pathWith'], id: string): string =>
  new URL(hashAddress(pathWith(viewAddress(id))), window.location.href).href;

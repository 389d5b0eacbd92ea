import { hashAddress } from '#client/lib/router.ts';
import { viewAddress } from '#client/features/records/list/list-url.ts';

/** The whole address that opens a view of the list at a path, for others to follow. */
export const viewLink = (pathname: string, id: string): string =>
  new URL(hashAddress(pathname + viewAddress(id)), window.location.href).href;

/** Puts a text on the clipboard; false where the browser does not let pages do so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

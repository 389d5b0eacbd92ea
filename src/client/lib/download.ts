import { ApiFailure, UNKNOWN_MESSAGE, UNREADABLE_CODE } from './api-failure.ts';

/** Lets the browser fetch a file to the disk by itself, so that the page holds none of it. The address is ours. */
export function downloadFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  // A refusal is then a failed download, and the page stays.
  link.download = '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Puts a text that the page holds on the disk, under a name. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the text by the time that timers run.
  window.setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** The bytes of a file of ours, for a page that shows it. @throws ApiFailure with the words of the server. */
export async function loadFile(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const reply = await fetch(address, { signal });
  if (reply.ok) return reply.arrayBuffer();
  const { code, msg } = (await reply.json().catch(() => ({}))) as { readonly code?: number; readonly msg?: string };
  throw new ApiFailure(code ?? UNREADABLE_CODE, reply.status, msg ?? UNKNOWN_MESSAGE);
}

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

/** The bytes of a file of ours, for a page that shows it, and what is to be drawn over them. @throws Error where it cannot be had. */
export async function loadMarkedFile(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: ArrayBuffer; readonly mark: string }> {
  const reply = await fetch(address, { signal });
  if (!reply.ok) throw new Error(`${reply.status}`);
  return { bytes: await reply.arrayBuffer(), mark: decodeURIComponent(reply.headers.get('x-watermark') ?? '') };
}

/** What every browser can draw; Firefox stops at 17.8 million pixels, Chromium and Safari at 33.5 million. */
const SAFE_HEIGHT = 17_000_000;
const MARGIN = 100_000;
/** Beyond this the server finds no row by its place. */
const MOST_ROWS = 1_000_000;

let measured: number | undefined;

/** The greatest height in pixels that this browser gives an element; asked of it once. */
function maxCanvasHeight(): number {
  if (measured !== undefined) return measured;
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', width: '1px', height: '1000000000px' });
  document.body.append(probe);
  measured = Math.max(SAFE_HEIGHT, Math.min(probe.offsetHeight, 1e9) - MARGIN);
  probe.remove();
  return measured;
}

/** How many rows of a height can be scrolled through: some 800,000 at the standard density. */
export function mostRows(rowHeight: number, count: number): number {
  if (count * rowHeight <= SAFE_HEIGHT) return count;
  return Math.min(count, MOST_ROWS, Math.floor(maxCanvasHeight() / rowHeight));
}

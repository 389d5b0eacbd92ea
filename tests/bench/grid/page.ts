export type Variant = 'ours' | 'plain';

/** What one pass of scrolling was like. */
export interface Pass {
  /** Milliseconds between frames. */
  readonly times: readonly number[];
  /** Part of the rows in the document whose data was there, 0 to 1, over all frames. */
  readonly loaded: number;
}

declare global {
  interface Window {
    /** Draws the grid; milliseconds from the first line of ours until the frame that shows it is done. */
    draw?: () => Promise<number>;
    /** Reads on by so many pixels in each of so many frames. */
    readOn?: (steps: number, pixels: number) => Promise<Pass>;
    /** Scrolls from where it is to the end of the list in so many steps, one each frame. */
    scrollDown?: (steps: number) => Promise<Pass>;
    /** The same to the right. */
    scrollRight?: (steps: number) => Promise<Pass>;
  }
}

const variant = new URLSearchParams(location.search).get('variant') as Variant;
const root = document.getElementById('root') as HTMLElement;

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

async function scroll(steps: number, place: (step: number) => ScrollToOptions): Promise<Pass> {
  const scroller = document.querySelector('[role=grid]') as HTMLElement;
  // Live lists: asking them for their length costs the frame nothing.
  const rows = scroller.getElementsByClassName('grid-row');
  const times: number[] = [];
  let [drawn, loaded] = [0, 0];
  let last = await frame();
  for (let step = 1; step <= steps; step += 1) {
    scroller.scrollTo(place(step));
    const now = await frame();
    times.push(now - last);
    last = now;
    drawn += rows.length;
    for (const row of rows) if (!row.hasAttribute('aria-busy')) loaded += 1;
  }
  return { times, loaded: loaded / drawn };
}

const start = await (variant === 'ours'
  ? (await import('./ours.tsx')).mountOurs(root)
  : (await import('./plain.tsx')).mountPlain(root));

window.draw = () =>
  new Promise((resolve) => {
    const before = performance.now();
    start();
    // The task after the next frame: that frame has been laid out and handed to the screen by then.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - before);
      port2.postMessage(null);
    });
  });
window.readOn = (steps, pixels) => scroll(steps, (step) => ({ top: step * pixels }));
window.scrollDown = (steps) => {
  const { scrollHeight = 0, clientHeight = 0, scrollTop = 0 } = document.querySelector('[role=grid]') ?? {};
  const way = scrollHeight - clientHeight - scrollTop;
  return scroll(steps, (step) => ({ top: Math.round(scrollTop + (way * step) / steps) }));
};
window.scrollRight = (steps) => {
  const { scrollWidth = 0, clientWidth = 0 } = document.querySelector('[role=grid]') ?? {};
  return scroll(steps, (step) => ({ left: Math.round(((scrollWidth - clientWidth) * step) / steps) }));
};

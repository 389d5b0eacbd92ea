import { benchObject } from './fields.ts';

export type Variant = 'ours' | 'stock' | 'stock-plain';

const query = new URLSearchParams(location.search);
const variant = query.get('variant') as Variant;
const definition = benchObject(Number(query.get('fields')), Number(query.get('conditions')));
const root = document.getElementById('root') as HTMLElement;

async function mount(): Promise<() => void> {
  if (variant === 'ours') {
    const { mountOurs } = await import('./ours.tsx');
    return () => {
      const store = mountOurs(root, definition);
      // As long as the user waits for the answer to a press on save: all fields judged, and what is wrong drawn.
      window.judge = () => afterFrame(() => void store.judge());
    };
  }
  const { mountStock } = await import('./stock.tsx');
  return () => mountStock(root, definition, variant === 'stock');
}

declare global {
  interface Window {
    /** Draws the form; milliseconds from the first line of ours until the frame that shows it is done. */
    draw?: () => Promise<number>;
    /** Judges all that is filled in; milliseconds until the frame that says what is wrong is done. */
    judge?: () => Promise<number>;
  }
}

const start = await mount();
window.draw = () => afterFrame(start);

function afterFrame(work: () => void): Promise<number> {
  return new Promise((resolve) => {
    const before = performance.now();
    work();
    // The task after the next frame: that frame has been laid out and handed to the screen by then.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - before);
      port2.postMessage(null);
    });
  });
}

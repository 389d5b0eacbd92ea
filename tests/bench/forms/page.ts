import { benchObject } from './fields.ts';

export type Variant = 'ours' | 'stock' | 'stock-plain';

const query = new URLSearchParams(location.search);
const variant = query.get('variant') as Variant;
const definition = benchObject(Number(query.get('fields')));
const root = document.getElementById('root') as HTMLElement;

async function mount(): Promise<() => void> {
  if (variant === 'ours') {
    const { mountOurs } = await import('./ours.tsx');
    return () => mountOurs(root, definition);
  }
  const { mountStock } = await import('./stock.tsx');
  return () => mountStock(root, definition, variant === 'stock');
}

declare global {
  interface Window {
    /** Draws the form; milliseconds from the first line of ours until the frame that shows it is done. */
    draw?: () => Promise<number>;
  }
}

const start = await mount();
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

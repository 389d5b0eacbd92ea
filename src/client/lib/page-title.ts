import { useEffect } from 'react';
import { productName } from './product.ts';

// The window has one title: what is on screen, and before it the mark of what is unread.
let shown = '';
let mark = '';

function draw(): void {
  document.title = mark + (shown || productName());
}

/** The window's title: what is on screen and the product's name; the name alone when nothing is given. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    shown = title ? `${title} - ${productName()}` : productName();
    draw();
  }, [title]);
}

/** Puts a mark before the window's title whatever is on screen, e.g. '(3) '; '' takes it away. */
export function markPageTitle(next: string): void {
  if (next === mark) return;
  mark = next;
  draw();
}

import { useEffect } from 'react';
import { productName } from './product.ts';

/** The window's title: what is on screen and the product's name; the name alone when nothing is given. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} - ${productName()}` : productName();
  }, [title]);
}

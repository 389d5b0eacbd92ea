import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** The part of an address that belongs to the page around a list: which page of the personal center is open. */
const FRAME = /[?&](page=[A-Za-z]*)/;

/** Where a list is: its own part of the address, and the path with another one. */
export interface ListPlace {
  /** Empty, or beginning with `?`. */
  readonly search: string;
  readonly pathWith: (search: string) => string;
  /** Another for each visit. */
  readonly key: string;
}

/** The place of the list on screen, with a page around it or without. */
export function useListPlace(): ListPlace {
  const { pathname, search, key } = useLocation();
  return useMemo(() => {
    const frame = FRAME.exec(search)?.[1];
    if (frame === undefined) return { search, key, pathWith: (own) => pathname + own };
    const own = search.replace(FRAME, '').replace(/^&/, '?');
    return { search: own, key, pathWith: (next) => `${pathname}?${frame}${next.replace(/^\?/, '&')}` };
  }, [pathname, search, key]);
}

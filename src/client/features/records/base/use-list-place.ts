import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** The part of an address that belongs to the page around a list: which page of the personal center is open. */
const FRAME = /^page=[A-Za-z]*$/;
/** The part that names the record that is open beside the list. */
const BESIDE = /^o=([1-9][0-9]{0,17})$/;

/** Kept with a step of the history, not in its address. */
interface Kept {
  /** The visit of the list from which a record was opened beside it: one step back. */
  readonly visit?: string;
}

/** Where a list is: its own part of the address, and the path with another one. */
export interface ListPlace {
  /** Empty, or beginning with `?`. */
  readonly search: string;
  /** Keeps the record beside the list. */
  readonly pathWith: (search: string) => string;
  /** Id of the record that is open beside the list. */
  readonly beside: string | undefined;
  /** The path with another record beside the list, or none. */
  readonly pathBeside: (id: string | undefined) => string;
  /** Another for each visit; a record that opens beside the list is none. */
  readonly key: string;
  /** Is the list without the record one step back? */
  readonly isOpenedHere: boolean;
}

/** The place of the list on screen, with a page around it or without. */
export function useListPlace(): ListPlace {
  const { pathname, search, key, state } = useLocation();
  const visit = (state as Kept | null)?.visit;
  return useMemo(() => {
    const parts = search.replace(/^\?/, '').split('&').filter(Boolean);
    const frame = parts.filter((part) => FRAME.test(part));
    const own = parts.filter((part) => !FRAME.test(part) && !BESIDE.test(part));
    const beside = parts.map((part) => BESIDE.exec(part)?.[1]).find((id) => id !== undefined);
    const path = (own: readonly string[], id: string | undefined) => {
      const all = [...frame, ...own, ...(id === undefined ? [] : [`o=${id}`])];
      return all.length === 0 ? pathname : `${pathname}?${all.join('&')}`;
    };
    return {
      search: own.length === 0 ? '' : `?${own.join('&')}`,
      pathWith: (next) => path(next === '' ? [] : [next.replace(/^\?/, '')], beside),
      beside,
      pathBeside: (id) => path(own, id),
      key: visit ?? key,
      isOpenedHere: visit !== undefined,
    };
  }, [pathname, search, key, visit]);
}

import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RecordListStore } from './record-list-store.ts';
import { useListPlace } from '#client/features/records/base/use-list-place.ts';
import type { Beside } from '#client/features/records/beside/beside.ts';
import { besideCommand } from '#client/features/records/beside/beside-keys.ts';

/** The record that the address names beside a list. When it closes, its row has the focus. For observers. */
export function useBeside(list: RecordListStore, page: RefObject<HTMLElement | null>): Beside {
  const { beside: id, pathBeside, key, isOpenedHere } = useListPlace();
  const navigate = useNavigate();
  const at = id === undefined ? undefined : list.placeOf(id);
  // A record that left the list, as one that was decided, has its neighbours where it was.
  const [last, setLast] = useState<number>();
  if (last !== at && (at !== undefined || id === undefined)) setLast(at);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const isLost = wasOpen.current && id === undefined && document.activeElement === document.body;
    wasOpen.current = id !== undefined;
    if (isLost) page.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  }, [id, page]);
  const show = useCallback(
    (wanted: string) =>
      void navigate(pathBeside(wanted), {
        replace: id !== undefined,
        state: id === undefined || isOpenedHere ? { visit: key } : null,
      }),
    [navigate, pathBeside, id, isOpenedHere, key],
  );
  const way = (place: number | undefined) => {
    const row = place === undefined ? undefined : list.rowAt(place);
    return row && (() => show(row.id));
  };
  const from = at ?? last;
  const next = way(at === undefined ? (last ?? 0) : at + 1);
  const previous = way(from === undefined ? undefined : from - 1);
  const close = () => void (isOpenedHere ? navigate(-1) : navigate(pathBeside(undefined), { replace: true }));
  return {
    id,
    at,
    open: show,
    close,
    next,
    previous,
    onKeyDown: (event) => {
      if (id === undefined) return;
      const command = besideCommand(event);
      // Escape lets go of the rows that are picked first.
      if (command === undefined || (command === 'close' && !list.selection.isEmpty)) return;
      event.preventDefault();
      event.stopPropagation();
      ({ next, previous, close })[command]?.();
    },
  };
}

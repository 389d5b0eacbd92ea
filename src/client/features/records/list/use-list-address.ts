import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { askedView } from '#shared/lists/list-address.ts';
import { useListPlace } from '#client/features/records/base/use-list-place.ts';
import type { ListWithin, SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';

/**
 * Leads an address that leaves the rest to a saved view to what that view shows. True once the address says for itself
 * what to show. `onNotice` hears why a view could not be opened. For observers.
 */
export function useListAddress(
  views: SavedViewsStore,
  objectApiName: string,
  onNotice: (notice: string) => void,
  within?: ListWithin,
): boolean {
  const { search, pathWith, key } = useListPlace();
  const navigate = useNavigate();
  const resolved = views.resolve(objectApiName, search, within);
  const asked = askedView(search);
  // A default that is chosen while a list is open is for the next time.
  const [settled, setSettled] = useState<string>();
  const isSettled = settled === key;
  if (!isSettled && resolved?.search === search) setSettled(key);
  const [isUnknown, to, notice] = [resolved === undefined, resolved?.search, resolved?.notice];
  useEffect(() => {
    if (isUnknown && asked !== undefined) void views.open(asked);
  }, [views, isUnknown, asked]);
  useEffect(() => {
    if (isSettled || to === undefined || to === search) return;
    if (notice !== undefined) onNotice(notice);
    void navigate(pathWith(to), { replace: true });
  }, [isSettled, to, notice, search, pathWith, navigate, onNotice]);
  return isSettled || to === search;
}

import { useEffect, useState } from 'react';
import type { EventStream, StreamEvent } from '#client/lib/events.ts';

/** A store that lives as long as the component, and hears every hint meanwhile. Another subject needs another key. */
export function useSubscribedStore<Store extends { readonly receive: (event: StreamEvent) => void }>(
  events: EventStream,
  make: () => Store,
): Store {
  const [store] = useState(make);
  useEffect(() => events.subscribe((event) => store.receive(event)), [events, store]);
  return store;
}

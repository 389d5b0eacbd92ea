import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import { useParams, useSearchParams, type Params, type SetURLSearchParams } from 'react-router-dom';
import type { EventStream, StreamEvent } from '#client/lib/events.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { NotFoundPage } from './status-page.tsx';
import type { AppStores } from './stores.ts';

export interface ScreenProps {
  readonly stores: AppStores;
}

/** What the address says, and the way to another. */
export interface Place {
  readonly params: Readonly<Params>;
  readonly query: URLSearchParams;
  readonly setQuery: SetURLSearchParams;
  readonly goTo: (path: string) => void;
}

interface ScreenOptions<Kept> {
  /** What the page is about: another subject is another page with stores of its own, and none is no page. */
  readonly subject?: (place: Place) => string | undefined;
  /** Runs while the page is on screen; gives what ends it. */
  readonly start?: (kept: Kept, stores: AppStores) => () => void;
}

const ONE = () => '';

/** A page with the stores that it keeps as long as it is on screen: `keep` makes them, `draw` hands them to the page. */
export function screen<Kept>(
  keep: (stores: AppStores, place: Place) => Kept,
  draw: (kept: Kept, stores: AppStores, place: Place) => ReactNode,
  { subject = ONE, start }: ScreenOptions<Kept> = {},
) {
  const Open = observer(function Open({ stores, place }: ScreenProps & { readonly place: Place }) {
    const [kept] = useState(() => keep(stores, place));
    useEffect(() => start?.(kept, stores), [kept, stores]);
    return draw(kept, stores, place);
  });
  return function Screen({ stores }: ScreenProps) {
    const [query, setQuery] = useSearchParams();
    const place = { params: useParams(), query, setQuery, goTo: useGoTo() };
    const about = subject(place);
    return about === undefined ? <NotFoundPage /> : <Open key={about} stores={stores} place={place} />;
  };
}

interface Hearer {
  readonly receive: (event: StreamEvent) => void;
}

/** Lets stores hear every hint of the server, until what it gives is called. */
export const hear = (events: EventStream, ...stores: readonly Hearer[]): (() => void) =>
  events.subscribe((event) => stores.forEach((store) => store.receive(event)));

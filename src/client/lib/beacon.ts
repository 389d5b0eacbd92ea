import type { BodyOf, Call } from '#schemas/api/route.ts';

/** Sends something small that needs no answer, also while the page is being left; where it does not arrive it is lost. */
export const sendBeacon = <R extends Call>(route: R, body: BodyOf<R>): void => {
  // Absent where no browser is.
  navigator.sendBeacon?.(route.path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
};

import { makeAutoObservable } from 'mobx';

interface Place {
  readonly key: string;
  readonly pathname: string;
  readonly search: string;
}

/** Where the router is, as far as it distinguishes one page from the next. */
interface Visit {
  readonly location: Place;
  readonly historyAction: 'POP' | 'PUSH' | 'REPLACE';
}

/** Counts how often the user came to another page: what floats above a page closes with it, and late answers are not for the next one. */
export class PageTurns {
  count = 0;
  #here: Place | undefined;

  constructor() {
    makeAutoObservable(this);
  }

  /** Takes what the router says. A page that only replaces the query of its own address remains the same page. */
  visit({ location, historyAction }: Visit): void {
    const before = this.#here;
    this.#here = location;
    if (before && isAnotherPage(before, location, historyAction)) this.count += 1;
  }
}

function isAnotherPage(before: Place, now: Place, how: Visit['historyAction']): boolean {
  if (before.pathname !== now.pathname) return true;
  // Addresses that the user types all have one key: the query distinguishes them.
  return how !== 'REPLACE' && (before.key !== now.key || before.search !== now.search);
}

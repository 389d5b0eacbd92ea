import { flushSync } from 'react-dom';

/** How far beyond the screen fields are made ready, so that scrolling meets no gaps. */
const MARGIN = '600px 0px';

/** Wakes parts of a page when they come near the screen, or when a caller must reach them at once. */
export class VisibilityRegistry {
  readonly #observer: IntersectionObserver | undefined;
  readonly #byElement = new Map<Element, () => void>();
  readonly #byName = new Map<string, () => void>();

  constructor() {
    this.#observer =
      typeof IntersectionObserver === 'undefined'
        ? undefined
        : new IntersectionObserver((entries) => this.#arrived(entries), { rootMargin: MARGIN });
  }

  /** Where there is nothing to watch the screen with, everything is near. */
  get watches(): boolean {
    return this.#observer !== undefined;
  }

  /** Calls `wake` once when the element comes near or one of the names must be reached. The returned function ends the watch. */
  watch(element: Element, names: readonly string[], wake: () => void): () => void {
    this.#byElement.set(element, wake);
    for (const name of names) this.#byName.set(name, wake);
    this.#observer?.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#byElement.delete(element);
      for (const name of names) this.#byName.delete(name);
    };
  }

  /** Wakes the part that contains a name and returns when it is in the page. */
  reveal(name: string): void {
    const wake = this.#byName.get(name);
    if (wake) flushSync(wake);
  }

  #arrived(entries: readonly IntersectionObserverEntry[]): void {
    for (const entry of entries) if (entry.isIntersecting) this.#byElement.get(entry.target)?.();
  }
}

import { vi } from 'vitest';

/**
 * Gives jsdom what it lacks of a screen: a size for every element, so that virtual rows are drawn, observers that
 * see everything at once, and a system without wishes.
 */
export function openScreen(width = 1440, height = 900): void {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
  Object.defineProperty(HTMLElement.prototype, 'scrollTo', { value: () => undefined, configurable: true });
  // A test that asks of a narrow screen has its own.
  if (typeof window.matchMedia !== 'function')
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #see: IntersectionObserverCallback;
      constructor(see: IntersectionObserverCallback) {
        this.#see = see;
      }
      observe(target: Element): void {
        this.#see([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never);
      }
      disconnect(): void {}
    },
  );
}

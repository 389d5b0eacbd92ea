import { makeAutoObservable } from 'mobx';
import { APPEARANCE_COOKIE, APPEARANCES, type Appearance } from '#shared/appearance.ts';
import { YEAR_SECONDS } from '#shared/time/durations.ts';

const SYSTEM_DARK = '(prefers-color-scheme: dark)';

/** What the product needs of the page to change how it looks. */
interface AppearanceHost {
  /** The cookies of the page, as `document.cookie` has them. */
  cookie: string;
  /** The element whose mark the colours follow. */
  readonly root: HTMLElement;
  readonly isSecure: boolean;
}

/** The choice that cookies hold; the system's where they hold none of ours. */
function keptIn(cookie: string): Appearance {
  const kept = cookie
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${APPEARANCE_COOKIE}=`))
    ?.slice(APPEARANCE_COOKIE.length + 1);
  return APPEARANCES.find((each) => each === kept) ?? 'system';
}

/**
 * Light or dark, as this browser's user chose. It is kept in a cookie, so that the server can mark the page before it
 * arrives and no page begins in the wrong colours. A change marks the root and nothing is rendered: colours are custom
 * properties.
 */
export class AppearanceStore {
  choice: Appearance;
  readonly #host: AppearanceHost;

  constructor(host: AppearanceHost) {
    this.#host = host;
    this.choice = keptIn(host.cookie);
    makeAutoObservable(this);
    this.#mark();
  }

  choose = (choice: Appearance): void => {
    const { isSecure } = this.#host;
    const age = choice === 'system' ? 0 : YEAR_SECONDS;
    this.#host.cookie = `${APPEARANCE_COOKIE}=${choice}; path=/; max-age=${age}; samesite=lax${isSecure ? '; secure' : ''}`;
    this.choice = choice;
    this.#mark();
  };

  /** Takes over what another tab chose meanwhile. */
  refresh = (): void => {
    this.choice = keptIn(this.#host.cookie);
    this.#mark();
  };

  #mark(): void {
    const { dataset } = this.#host.root;
    if (this.choice === 'system') delete dataset['appearance'];
    else dataset['appearance'] = this.choice;
  }
}

/** The appearance of this page. Where cookies are refused it holds for the page alone. */
export function browserAppearance(): AppearanceStore {
  const store = new AppearanceStore({
    get cookie() {
      return document.cookie;
    },
    set cookie(value) {
      document.cookie = value;
    },
    root: document.documentElement,
    isSecure: window.location.protocol === 'https:',
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') store.refresh();
  });
  onColoursChange(tintBrowser);
  tintBrowser();
  return store;
}

/** Calls when the colours of the page have changed, by choice or with the system; what is given back ends it. */
export function onColoursChange(tell: () => void): () => void {
  const marks = new MutationObserver(tell);
  marks.observe(document.documentElement, { attributes: true, attributeFilter: ['data-appearance'] });
  const system = window.matchMedia(SYSTEM_DARK);
  system.addEventListener('change', tell);
  return () => {
    marks.disconnect();
    system.removeEventListener('change', tell);
  };
}

/** The present value of a token that holds a colour, as the browser computes it, for what is drawn without style sheets. */
export function colourNow(name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The bar of a phone's browser takes the colour of the bar at the top of the page. */
function tintBrowser(): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = colourNow('--ink');
}

/** What tabs of one browser tell each other: who signed in; null when somebody signed out. */
type Told = string | null;

/** The other tabs of this browser, which share the cookie and so the person. */
export interface SessionTabs {
  /** Tells the others, not oneself. */
  readonly tell: (uid: Told) => void;
  readonly hear: (told: (uid: Told) => void) => void;
}

const CHANNEL = 'jingtu.session';

/** Tabs that do not hear each other. */
export const ALONE: SessionTabs = { tell: () => undefined, hear: () => undefined };

/** The tabs of this browser; alone where it has no channels. */
export function browserTabs(): SessionTabs {
  if (!('BroadcastChannel' in globalThis)) return ALONE;
  const channel = new BroadcastChannel(CHANNEL);
  return {
    tell: (uid) => channel.postMessage(uid),
    hear: (told) => channel.addEventListener('message', (message) => told(message.data as Told)),
  };
}

/** The message between tabs of one browser: who signed in; null after a sign-out. */
type Told = string | null;

/** The other tabs of this browser, which share the cookie and so the person. */
export interface SessionTabs {
  /** Sends to the other tabs, not to this one. */
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

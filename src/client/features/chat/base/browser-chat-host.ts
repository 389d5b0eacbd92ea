import { newKey } from '#client/lib/new-key.ts';
import type { ChatHost } from './chat-host.ts';

/** 32 hex digits in the shape of a random UUID; `crypto.randomUUID` is absent where the page is not in a secure context. */
function newUuid(): string {
  const digits = newKey();
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20)].join('-');
}

/** The room's needs met by this browser. */
export function browserChatHost(): ChatHost {
  return {
    storage: window.localStorage,
    hasDatabase: 'indexedDB' in window,
    locks: 'locks' in navigator ? navigator.locks : undefined,
    openChannel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    onNetwork(changed) {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    previews: { open: (file) => URL.createObjectURL(file), close: (address) => URL.revokeObjectURL(address) },
    async measure(file) {
      const picture = await createImageBitmap(file);
      const { width, height } = picture;
      picture.close();
      return { width, height };
    },
    newKey: newUuid,
  };
}

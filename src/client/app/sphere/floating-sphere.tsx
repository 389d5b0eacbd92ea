import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasUnsent } from '#client/features/chat/outbox/unsent.ts';
import { markPageTitle } from '#client/lib/page-title.ts';
import { unreadWords } from '#shared/chat/unread-words.ts';
import { usePageTurn } from '#client/lib/use-page-turn.ts';
import { LazyFailure, lazyPart, type PlaceholderProps } from '#client/ui/lazy-part.tsx';
import { SphereButtons } from './sphere-buttons.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

interface FloatingSphereProps {
  readonly stores: AppStores;
  /** Goes to a path of the product. */
  readonly onGo: (path: string) => void;
}

/** What is seen of the room while its code is on its way, or cannot be had. */
const Opening = observer(function Opening({ given, error, onRetry }: PlaceholderProps<FloatingSphereProps>) {
  const { chatLauncher, turns } = given.stores;
  usePageTurn(turns, () => error && chatLauncher.close());
  if (!chatLauncher.isOpen) return null;
  if (error) return <LazyFailure onRetry={onRetry} onClose={chatLauncher.close} />;
  return (
    <p role="status" className="sphere-wait">
      正在打开…
    </p>
  );
});

const ChatRoomScreen = lazyPart(async () => (await import('./chat-room-screen.tsx')).ChatRoomScreen, Opening);
// A press that is about to come; should the file not be had now, the press itself asks again.
const preload = () => void ChatRoomScreen.load().catch(() => undefined);

/** What floats above every page: customer service, and for those who are signed in the chat room behind its toggle. */
export const FloatingSphere = observer(function FloatingSphere({ stores, onGo }: FloatingSphereProps) {
  const { chatLauncher, session, unread } = stores;
  const { isOpen } = chatLauncher;
  const uid = session.profile?.uid;
  // Once opened the room stays: what is still to be sent goes on behind it, and so does what an earlier page left unsent.
  const [isLoaded, setLoaded] = useState(isOpen);
  useEffect(() => {
    if (isOpen || (uid !== undefined && hasUnsent(window.localStorage, uid))) setLoaded(true);
  }, [isOpen, uid]);
  useFocusBack(isOpen);
  const { chat } = unread;
  useEffect(() => markPageTitle(chat > 0 ? `(${unreadWords(chat)}) ` : ''), [chat]);
  return (
    <>
      <SphereButtons stores={stores} isCovered={isOpen} onNear={preload} onGo={onGo} />
      {isLoaded && uid !== undefined && <ChatRoomScreen key={uid} stores={stores} onGo={onGo} />}
    </>
  );
});

/** Brings the focus back to where it was before the room opened, which covers the toggle meanwhile. */
function useFocusBack(isOpen: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen && before.current instanceof HTMLElement) before.current.focus();
  }, [isOpen]);
}

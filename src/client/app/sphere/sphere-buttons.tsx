import ForumOutlined from '@mui/icons-material/ForumOutlined';
import SupportAgent from '@mui/icons-material/SupportAgent';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { unreadWords } from '#shared/chat/unread-words.ts';
import { usePageTurn } from '#client/lib/use-page-turn.ts';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import './sphere.css';

/** How customer service is reached, beside the button that was pressed. */
export const ServicePopover = lazyPopup(
  async () => (await import('#client/app/shell/service-popover.tsx')).ServicePopover,
);

interface SphereButtonsProps {
  readonly stores: AppStores;
  /** The room covers these, and shows a pair of its own. */
  readonly isCovered?: boolean;
  /** Called when a press on the toggle is likely. */
  readonly onNear?: () => void;
  readonly onGo: (path: string) => void;
}

/** The two round buttons. The room shows them once more, as nothing outside of a dialog can be reached. */
export const SphereButtons = observer(function SphereButtons({
  stores: { api, chatLauncher, session, turns, unread },
  isCovered = false,
  onNear,
  onGo,
}: SphereButtonsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement>();
  useEffect(() => (place.current ? aboveKeyboard(place.current) : undefined), []);
  usePageTurn(turns, () => setAnchor(undefined));
  const { hasUnread, chat } = unread;
  return (
    <div ref={place} className="sphere" data-covered={isCovered || undefined}>
      {session.isSignedIn && (
        <button
          type="button"
          className="sphere-chat"
          aria-label={toggleLabel(hasUnread, chat)}
          aria-haspopup="dialog"
          aria-expanded={chatLauncher.isOpen}
          title="私信"
          onPointerEnter={onNear}
          onFocus={onNear}
          onClick={chatLauncher.toggle}
        >
          <ForumOutlined />
          {hasUnread && <span className="sphere-dot">{chat > 0 && unreadWords(chat)}</span>}
        </button>
      )}
      <button
        type="button"
        aria-label="联系客服"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        title="联系客服"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <SupportAgent />
      </button>
      {anchor && (
        <ServicePopover
          anchor={anchor}
          api={api}
          isSignedIn={session.isSignedIn}
          onGo={onGo}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </div>
  );
});

/** What the toggle is called: with private messages also how many are unread. */
function toggleLabel(hasUnread: boolean, chat: number): string {
  if (!hasUnread) return '私信';
  return chat > 0 ? `私信，${unreadWords(chat)}条未读` : '私信，有未读消息';
}

/** Keeps an element above the keyboard of a phone, which covers the page. Gives what ends it. */
function aboveKeyboard(element: HTMLElement): (() => void) | undefined {
  const view = window.visualViewport;
  if (!view) return undefined;
  const place = () => {
    // A page that is zoomed shows less of itself as well, which is no keyboard.
    const covered = view.scale === 1 ? Math.max(0, window.innerHeight - view.height - view.offsetTop) : 0;
    element.style.setProperty('--keyboard', `${covered}px`);
  };
  view.addEventListener('resize', place);
  return () => view.removeEventListener('resize', place);
}

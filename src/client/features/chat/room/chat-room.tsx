import Dialog from '@mui/material/Dialog';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Clock } from '#client/lib/clock.ts';
import { CLOSE_ROOM } from '#client/features/chat/base/person-labels.ts';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { contactEntries, neighbour, selectEntry } from './contact-entries.ts';
import { ContactsColumn } from './contacts-column.tsx';
import { ChosenSide } from './chosen-side.tsx';
import { NoChats } from '#client/features/chat/conversations/no-chats.tsx';
import { loadLazyDialogs } from './lazy-dialogs.ts';
import { loadedRange, roomActions } from './room-actions.ts';
import type { RoomDialogs } from './room-dialogs.ts';
import { RoomPopups, RoomWords } from './room-popups.tsx';
import type { RoomStore } from './room-store.ts';
import type { RoomSurroundings } from './room-surroundings.ts';
import './chat-room.css';

/** Within this time, in milliseconds, the room is opaque. */
const FADE_MS = 100;

export interface ChatRoomProps {
  readonly room: RoomStore;
  readonly dialogs: RoomDialogs;
  readonly around: RoomSurroundings;
  readonly clock: Clock;
  /** Drawn below the contacts. */
  readonly footer: ReactNode;
  /** The toggle, which closes the room as well. */
  readonly toggle: ReactNode;
  readonly onClose: () => void;
}

/** The room of private conversations: people on the left, what was chosen on the right; on a phone one of the two. */
export const ChatRoom = observer(function ChatRoom(props: ChatRoomProps) {
  const { room, toggle, onClose } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const entry = neighbour(room, event.key === 'ArrowUp' ? -1 : 1);
    if (entry) selectEntry(room, entry);
  };
  return (
    <Dialog
      open={room.isOpen}
      onClose={onClose}
      onKeyDown={onKeyDown}
      transitionDuration={FADE_MS}
      slotProps={{ paper: { className: 'chat-room', 'aria-label': '私信' } }}
    >
      <Inside {...props} />
      {toggle}
    </Dialog>
  );
});

const Inside = observer(function Inside(props: ChatRoomProps) {
  const { room, onClose } = props;
  // A contact that a page opens may not be on the list yet.
  const hasSomething = room.selected?.kind === 'user' || contactEntries(room).length > 0;
  if (room.isReady && hasSomething) return <TwoSides {...props} />;
  return (
    <div className="chat-room-blank">
      <PopupHead title="私信" onClose={onClose} closeLabel={CLOSE_ROOM} />
      <Blank room={room} />
    </div>
  );
});

/** Shown in a room without content: it is loading, could not be loaded, or there is none. */
const Blank = observer(function Blank({ room }: Pick<ChatRoomProps, 'room'>) {
  const { absence } = room.list;
  if (room.isReady) return <NoChats />;
  if (absence !== undefined)
    return <Notice isAlert title={absence} action={{ label: '重试', onPress: () => room.retry() }} />;
  return <span role="progressbar" aria-label="正在加载聊天" className="chat-room-wheel" />;
});

const TwoSides = observer(function TwoSides(props: ChatRoomProps) {
  const { room, dialogs, around, clock, footer, onClose } = props;
  const place = useRef<HTMLDivElement>(null);
  const actions = useMemo(() => roomActions(room, dialogs, around), [room, dialogs, around]);
  const { side } = room;
  // A press is not to wait for what it opens, and the opening of the room waits for none of it.
  useEffect(() => around.whenIdle(() => void loadLazyDialogs()), [around]);
  // What had the focus is gone from a narrow screen: it goes on where the person now looks.
  useEffect(() => {
    const gone = !place.current?.contains(document.activeElement) || isHidden(document.activeElement);
    if (!gone) return;
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    const next = side === 'chosen' ? find('.popup-head button') : (find('[aria-current]') ?? find('.contact-main'));
    next?.focus();
  }, [side]);
  const report = (who: { readonly uid: string; readonly name: string }) =>
    dialogs.showReport({ uid: who.uid, name: who.name, ...loadedRange(room, who.uid) });
  return (
    <div ref={place} className="chat-sides" data-side={side}>
      <ContactsColumn
        room={room}
        sound={around.sound}
        now={around.now}
        onReport={report}
        footer={footer}
        onClose={onClose}
      />
      <ChosenSide
        room={room}
        dialogs={dialogs}
        around={around}
        actions={actions}
        onReport={report}
        words={<RoomWords dialogs={dialogs} clock={clock} />}
        onClose={onClose}
      />
      <RoomPopups dialogs={dialogs} around={around} />
    </div>
  );
});

const isHidden = (element: Element | null) => element instanceof HTMLElement && element.offsetParent === null;

import Block from '@mui/icons-material/Block';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined';
import { observer } from 'mobx-react-lite';
import { useRef, type MouseEvent, type PointerEvent } from 'react';
import type { ChatUser } from '#schemas/api/chat.ts';
import { useLongPress } from '#client/ui/use-long-press.ts';
import { ChatAvatar } from '#client/features/chat/base/chat-avatar.tsx';
import { ContactLine } from './contact-line.tsx';
import type { MenuPlace } from '#client/features/chat/conversations/contact-menu.tsx';
import { dayLabel } from '#client/features/chat/messages/day-label.ts';
import { lastContentLabel } from '#client/features/chat/conversations/last-content.ts';

interface ContactRowProps {
  readonly user: ChatUser;
  /** What was typed to them and not sent. */
  readonly draft: string;
  readonly isSelected: boolean;
  /** The contact is muted, so unread messages show no count. */
  readonly isDoNotDisturb: boolean;
  readonly now: () => Date;
  readonly onSelect: () => void;
  readonly onMenu: (place: MenuPlace) => void;
}

/** A contact on the list. The menu opens by a right click, a long press, the key for menus, or the button at the end. */
export const ContactRow = observer(function ContactRow(props: ContactRowProps) {
  const { user, draft, isSelected, isDoNotDisturb, now, onSelect, onMenu } = props;
  const main = useRef<HTMLButtonElement>(null);
  const below = () => main.current && onMenu({ anchor: main.current });
  // The click that ends a long press selects no contact.
  const isLong = useRef(false);
  const press = useLongPress(() => {
    isLong.current = true;
    below();
  });
  const onPointerDown = (event: PointerEvent) => {
    isLong.current = false;
    press.onPointerDown(event);
  };
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    // The key for menus has no place of its own.
    if (event.button === 2 && !isLong.current) onMenu({ left: event.clientX, top: event.clientY });
    else below();
  };
  return (
    <li className="contact" data-top={user.top || undefined} data-selected={isSelected || undefined}>
      <button
        ref={main}
        type="button"
        className="contact-main"
        aria-current={isSelected || undefined}
        onContextMenu={onContextMenu}
        // A press of a key ends no long press.
        onClick={({ detail }) => (detail === 0 || !isLong.current) && onSelect()}
        {...press}
        onPointerDown={onPointerDown}
      >
        <ContactLine
          avatar={<ChatAvatar name={user.name} picture={user.avatar} />}
          name={user.name}
          entity={user.entityName}
          time={dayLabel(user.timeStamp, now())}
          instant={user.timeStamp}
          words={
            draft !== '' && !isSelected ? (
              <>
                <em>[草稿]</em> {draft}
              </>
            ) : (
              lastContentLabel(user)
            )
          }
          signs={<Signs user={user} />}
          unread={user.unread}
          isDoNotDisturb={isDoNotDisturb}
        />
      </button>
      <button
        type="button"
        className="contact-more"
        aria-label={`${user.name}的操作`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu({ anchor: currentTarget })}
      >
        <MoreHoriz />
      </button>
    </li>
  );
});

function Signs({ user: { top, disturb, screen } }: Pick<ContactRowProps, 'user'>) {
  return (
    <>
      {top && <span className="visually-hidden">已置顶</span>}
      {disturb && <NotificationsOffOutlined titleAccess="消息免打扰" />}
      {screen && <Block titleAccess="已屏蔽" />}
    </>
  );
}

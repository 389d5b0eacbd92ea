import MoreHoriz from '@mui/icons-material/MoreHoriz';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ChatUser } from '#schemas/api/chat.ts';
import { PopupHead, type PopupHeadProps } from '#client/ui/dialogs/popup-head.tsx';
import { PersonLink } from '#client/ui/person-link.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ChatAvatar } from '#client/features/chat/base/chat-avatar.tsx';
import type { MenuPlace } from '#client/features/chat/conversations/contact-menu.tsx';
import { joined } from '#client/features/chat/base/person-labels.ts';
import { ContactMenu } from './lazy-dialogs.ts';
import type { RoomStore } from './room-store.ts';

interface ChatHeaderProps extends Pick<PopupHeadProps, 'back' | 'onClose' | 'closeLabel'> {
  readonly room: RoomStore;
  readonly uid: string;
  /** Id of the name, by which the conversation is known. */
  readonly titleId: string;
  readonly onReport: (user: ChatUser) => void;
}

/** Who is talked with, and what can be done about them. What is not loaded yet comes from the list. */
export const ChatHeader = observer(function ChatHeader({ room, uid, titleId, onReport, ...ways }: ChatHeaderProps) {
  const [place, setPlace] = useState<MenuPlace>();
  const user = room.list.user(uid);
  const known = room.header?.header;
  const name = known?.name ?? user?.name ?? '';
  const line = joined([known?.identity ?? user?.identity, known?.entityName ?? user?.entityName, known?.position]);
  return (
    <>
      <PopupHead
        {...ways}
        id={titleId}
        title={name}
        picture={<ChatAvatar key={uid} name={name} picture={known?.avatar ?? user?.avatar ?? null} size={36} />}
        line={
          (line !== '' || known?.hasPage) && (
            <p>
              {line}
              {known?.hasPage && (
                <>
                  {line !== '' && ' · '}
                  <PersonLink page={uid}>个人主页</PersonLink>
                </>
              )}
            </p>
          )
        }
        tools={
          user && (
            <PlainButton
              look="icon"
              tone="quiet"
              icon={<MoreHoriz />}
              aria-label="更多操作"
              aria-haspopup="menu"
              aria-expanded={place !== undefined}
              onClick={({ currentTarget }) => setPlace({ anchor: currentTarget })}
            />
          )
        }
      />
      {user && place && (
        <ContactMenu
          user={user}
          list={room.list}
          place={place}
          onReport={() => onReport(user)}
          onClose={() => setPlace(undefined)}
        />
      )}
    </>
  );
});

import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import StarBorderRounded from '@mui/icons-material/StarBorderRounded';
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { ChatUser } from '#schemas/api/chat.ts';
import { SYSTEM_TYPES } from '#schemas/generated/api/notices.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { WarningBar } from '#client/ui/warning-bar.tsx';
import { ChatAvatar } from '#client/features/chat/base/chat-avatar.tsx';
import { contactEntries, isSelected, selectEntry, type ContactEntry } from './contact-entries.ts';
import { ContactLine } from './contact-line.tsx';
import type { MenuPlace } from '#client/features/chat/conversations/contact-menu.tsx';
import { ContactRow } from './contact-row.tsx';
import { dayLabel } from '#client/features/chat/messages/day-label.ts';
import { INTERESTED_TITLE } from '#client/features/chat/base/person-labels.ts';
import { ContactMenu } from './lazy-dialogs.ts';
import type { RoomStore } from './room-store.ts';
import './contacts-column.css';

interface ContactsColumnProps {
  readonly room: RoomStore;
  readonly now: () => Date;
  readonly onReport: (user: ChatUser) => void;
  /** Drawn below the list. */
  readonly footer: ReactNode;
  /** The way out, where the other side is not on screen. */
  readonly close: ReactNode;
}

/** Whom one talks with: the interested view, the assistant and other accounts of the platform, and people. */
export const ContactsColumn = observer(function ContactsColumn({
  room,
  now,
  onReport,
  footer,
  close,
}: ContactsColumnProps) {
  const [menu, setMenu] = useState<{ readonly uid: string; readonly place: MenuPlace }>();
  const { list, selected } = room;
  const pressed = menu && list.user(menu.uid);
  return (
    <section className="contacts" aria-label="联系人">
      <header className="contacts-head">
        <h2>联系人</h2>
        {close}
      </header>
      {list.failure !== undefined && <WarningBar onClose={() => list.dismiss()}>{list.failure}</WarningBar>}
      <ul>
        {contactEntries(room).map((entry) =>
          entry.kind === 'user' ? (
            <ContactRow
              key={entry.key}
              user={entry.user}
              draft={room.draftOf(entry.user.uid)}
              isSelected={isSelected(entry, selected)}
              isDoNotDisturb={room.doNotDisturb.isOn || entry.user.disturb}
              now={now}
              onSelect={() => selectEntry(room, entry)}
              onMenu={(place) => setMenu({ uid: entry.user.uid, place })}
            />
          ) : (
            <PlatformRow
              key={entry.key}
              entry={entry}
              isSelected={isSelected(entry, selected)}
              now={now}
              onSelect={() => selectEntry(room, entry)}
            />
          ),
        )}
        {list.hasMore && (
          <li className="contacts-more">
            <PlainButton disabled={list.isLoadingMore} onClick={() => void list.loadMore()}>
              {list.isLoadingMore ? '正在加载…' : '加载更多'}
            </PlainButton>
          </li>
        )}
      </ul>
      {footer}
      {menu && pressed && (
        <ContactMenu
          user={pressed}
          list={list}
          place={menu.place}
          onReport={() => onReport(pressed)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </section>
  );
});

interface PlatformRowProps {
  readonly entry: Exclude<ContactEntry, { readonly kind: 'user' }>;
  readonly isSelected: boolean;
  readonly now: () => Date;
  readonly onSelect: () => void;
}

/** The interested view, or an account of the platform. */
function PlatformRow({ entry, isSelected: isChosen, now, onSelect }: PlatformRowProps) {
  const { unreadCount } = entry.summary;
  const name = entry.kind === 'interested' ? INTERESTED_TITLE : entry.summary.name;
  const instant = entry.kind === 'interested' ? entry.summary.lastChatContentDate : (entry.summary.updatedAt ?? '');
  return (
    <li className="contact" data-selected={isChosen || undefined}>
      <button type="button" className="contact-main" aria-current={isChosen || undefined} onClick={onSelect}>
        <ContactLine
          avatar={<ChatAvatar name={name} picture={null} icon={iconOf(entry)} />}
          name={name}
          time={dayLabel(instant, now())}
          instant={instant}
          words={
            entry.kind === 'interested' ? <Faces pictures={entry.summary.avatarList} /> : entry.summary.lastChatContent
          }
          unread={unreadCount}
        />
      </button>
    </li>
  );
}

function iconOf(entry: PlatformRowProps['entry']): ReactNode {
  if (entry.kind === 'interested') return <StarBorderRounded />;
  return entry.summary.systemMsgType === SYSTEM_TYPES.helper ? <SmartToyOutlined /> : <CampaignOutlined />;
}

/** The latest investors, as far as they have pictures. */
function Faces({ pictures }: { readonly pictures: readonly (string | null)[] }) {
  const known = pictures.filter((picture) => picture !== null);
  return (
    <span className="contact-faces">
      {known.map((picture) => (
        <ChatAvatar key={picture} name="" picture={picture} size={18} />
      ))}
      最近查看过您项目的投资人
    </span>
  );
}

import VolumeOffOutlined from '@mui/icons-material/VolumeOffOutlined';
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined';
import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { ChatUser } from '#schemas/api/chat.ts';
import { SYSTEM_TYPES } from '#schemas/generated/api/notices.ts';
import { AccountSign } from '#client/ui/account-sign.tsx';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { WarningBar } from '#client/ui/warning-bar.tsx';
import type { SoundStore } from '#client/features/chat/base/sound-store.ts';
import { ChatAvatar } from '#client/features/chat/base/chat-avatar.tsx';
import { contactEntries, isSelected, selectEntry, type ContactEntry } from './contact-entries.ts';
import { ContactLine } from './contact-line.tsx';
import { ChatSearchField, FoundMessages } from '#client/features/chat/conversations/chat-search.tsx';
import type { ChatSearchStore } from '#client/features/chat/conversations/chat-search-store.ts';
import type { MenuPlace } from '#client/features/chat/conversations/contact-menu.tsx';
import { ContactRow } from './contact-row.tsx';
import { dayLabel } from '#client/features/chat/messages/day-label.ts';
import { CLOSE_ROOM, INTERESTED_TITLE } from '#client/features/chat/base/person-labels.ts';
import { ContactMenu } from './lazy-dialogs.ts';
import type { RoomStore } from './room-store.ts';
import './contacts-column.css';

interface ContactsColumnProps {
  readonly room: RoomStore;
  readonly sound: SoundStore;
  readonly now: () => Date;
  readonly onReport: (user: ChatUser) => void;
  /** Drawn below the list. */
  readonly footer: ReactNode;
  readonly onClose: () => void;
}

/** Whom one talks with: the interested view, the assistant and other accounts of the platform, and people. */
export const ContactsColumn = observer(function ContactsColumn({
  room,
  sound,
  now,
  onReport,
  footer,
  onClose,
}: ContactsColumnProps) {
  const [menu, setMenu] = useState<{ readonly uid: string; readonly place: MenuPlace }>();
  const { list, search, selected } = room;
  const entries = contactEntries(room).filter((entry) => !search.isOn || isFound(entry, search));
  const pressed = menu && list.user(menu.uid);
  return (
    <section className="contacts" aria-label="联系人" data-searching={search.isOn || undefined}>
      <PopupHead title="联系人" tools={<SoundSwitch sound={sound} />} onClose={onClose} closeLabel={CLOSE_ROOM} />
      <ChatSearchField search={search} />
      {list.failure !== undefined && <WarningBar onClose={() => list.dismiss()}>{list.failure}</WarningBar>}
      <ul>
        {entries.map((entry) =>
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
        {list.hasMore && !search.isOn && (
          <li className="contacts-more">
            <PlainButton disabled={list.isLoadingMore} onClick={() => void list.loadMore()}>
              {list.isLoadingMore ? '正在加载…' : '加载更多'}
            </PlainButton>
          </li>
        )}
      </ul>
      {search.isOn && (
        <FoundMessages
          search={search}
          now={now}
          contacts={entries.length}
          onChoose={({ uid, seq }) => room.selectMessage(uid, seq)}
        />
      )}
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

/** What the platform says is found by its name, people by theirs and by where they work. */
function isFound(entry: ContactEntry, search: ChatSearchStore): boolean {
  if (entry.kind === 'user') return search.fits(entry.user.name, entry.user.entityName);
  return search.fits(entry.kind === 'interested' ? INTERESTED_TITLE : entry.summary.name);
}

const SoundSwitch = observer(function SoundSwitch({ sound }: { readonly sound: SoundStore }) {
  const label = `新消息提示音：${sound.isOn ? '开' : '关'}`;
  return (
    <PlainButton
      look="icon"
      tone="quiet"
      icon={sound.isOn ? <VolumeUpOutlined /> : <VolumeOffOutlined />}
      aria-label="新消息提示音"
      aria-pressed={sound.isOn}
      title={label}
      onClick={() => sound.switch()}
    />
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
          avatar={
            <ChatAvatar
              name={name}
              picture={null}
              icon={
                <AccountSign
                  type={entry.kind === 'interested' ? SYSTEM_TYPES.interested : entry.summary.systemMsgType}
                />
              }
            />
          }
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

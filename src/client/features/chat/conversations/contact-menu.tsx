import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { observer } from 'mobx-react-lite';
import type { ChatUser } from '#schemas/api/chat.ts';
import type { InmailStore } from './inmail-store.ts';

/** Where the menu of a contact opens: below an element, or at a point of the window in pixels. */
export type MenuPlace = { readonly anchor: HTMLElement } | { readonly left: number; readonly top: number };

export interface ContactMenuProps {
  readonly user: ChatUser;
  readonly list: InmailStore;
  readonly place: MenuPlace;
  readonly onReport: () => void;
  readonly onClose: () => void;
}

/** What can be done about a contact on the list; each label says what the press will do. */
export const ContactMenu = observer(function ContactMenu({ user, list, place, onReport, onClose }: ContactMenuProps) {
  const { uid, disturb, screen, top } = user;
  const choices: readonly (readonly [label: string, choose: () => void])[] = [
    [disturb ? '允许消息通知' : '消息免打扰', () => void list.switchMute(uid)],
    [screen ? '取消屏蔽' : '屏蔽', () => void list.switchBlock(uid)],
    [top ? '取消置顶' : '置顶', () => void list.switchTop(uid)],
    ['举报', onReport],
  ];
  return (
    <Menu
      open
      onClose={onClose}
      slotProps={{ list: { 'aria-label': `${user.name}的操作`, dense: true } }}
      {...('anchor' in place
        ? { anchorEl: place.anchor }
        : { anchorReference: 'anchorPosition' as const, anchorPosition: place })}
      // A right click elsewhere closes it, as it would a menu of the browser's.
      onContextMenu={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {choices.map(([label, choose]) => (
        <MenuItem
          key={label}
          onClick={() => {
            onClose();
            choose();
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
});

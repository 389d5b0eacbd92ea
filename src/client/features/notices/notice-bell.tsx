import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { observer } from 'mobx-react-lite';
import { unreadWords } from '#shared/chat/unread-words.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { CountStore } from './count-store.ts';
import './notice-bell.css';

/** The way to the message centre, with what is unread there. */
export const NoticeBell = observer(function NoticeBell({ store: { count } }: { readonly store: CountStore }) {
  const words = unreadWords(count);
  return (
    <a
      className="notice-bell"
      href={hashAddress('/messageCenter')}
      aria-label={words === '' ? '消息中心' : `消息中心，${words === '…' ? '100 条以上' : `${words} 条`}未读`}
      title="消息中心"
    >
      <NotificationsNone aria-hidden />
      {words !== '' && (
        <span className="notice-badge" aria-hidden>
          {words}
        </span>
      )}
    </a>
  );
});

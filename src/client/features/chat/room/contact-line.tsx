import type { ReactNode } from 'react';
import { unreadWords } from '#shared/chat/unread-words.ts';
import '#client/features/chat/conversations/contact-line.css';

interface ContactLineProps {
  readonly avatar: ReactNode;
  readonly name: string;
  readonly entity?: string | null | undefined;
  /** When something was last said, in words, and the instant itself. */
  readonly time: string;
  readonly instant: string;
  /** What was said last. */
  readonly words: ReactNode;
  /** Small signs behind the words: muted, blocked. */
  readonly signs?: ReactNode;
  readonly unread: number;
  /** Unread, but muted. */
  readonly isDoNotDisturb?: boolean;
}

/** What a line of the left column shows, of people as of the platform. */
export function ContactLine(props: ContactLineProps) {
  const { avatar, name, entity, time, instant, words, signs, unread, isDoNotDisturb = false } = props;
  return (
    <>
      {avatar}
      <span className="contact-name">
        <strong>{name}</strong>
        {entity && <small>{entity}</small>}
      </span>
      <time dateTime={instant}>{time}</time>
      <span className="contact-words">{words}</span>
      <span className="contact-signs">
        {signs}
        {unread > 0 && (
          <span className="contact-unread" data-quiet={isDoNotDisturb || undefined}>
            <span aria-hidden>{unreadWords(unread)}</span>
            <span className="visually-hidden">{unread < 100 ? `${unread}条未读` : '100条以上未读'}</span>
          </span>
        )}
      </span>
    </>
  );
}

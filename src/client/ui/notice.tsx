import type { ReactNode } from 'react';
import { PlainButton, PlainLink } from './plain-button.tsx';
import './notice.css';

interface NoticeProps {
  readonly title: string;
  /** One sentence more: why, and what to do. */
  readonly children?: ReactNode;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Where to go first, before the action. */
  readonly link?: { readonly label: string; readonly href: string } | undefined;
  /** Failures are read out at once. */
  readonly isAlert?: boolean;
  /** It is all there is of the page: its title is the heading of the page. */
  readonly isPage?: boolean;
}

/** Replaces content that is not there: nothing found, not loaded, not allowed. */
export function Notice({ title, children, action, link, isAlert = false, isPage = false }: NoticeProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="notice" role={isAlert ? 'alert' : 'status'}>
      <Title className="notice-title">{title}</Title>
      {children !== undefined && <p>{children}</p>}
      {link && (
        <PlainLink look="filled" href={link.href}>
          {link.label}
        </PlainLink>
      )}
      {action && (
        <PlainButton look="outlined" onClick={action.onPress}>
          {action.label}
        </PlainButton>
      )}
    </div>
  );
}

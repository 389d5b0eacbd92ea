import { useState, type ReactNode } from 'react';
import './chat-avatar.css';

interface ChatAvatarProps {
  readonly name: string;
  /** Address of a picture; without one the first letter of the name is shown. */
  readonly picture: string | null;
  /** Replaces the letter. */
  readonly icon?: ReactNode;
  readonly size?: number;
  /** Logos have corners. */
  readonly isLogo?: boolean;
}

/** The picture of a user or company. It is decorative, because the name is beside it. */
export function ChatAvatar({ name, picture, icon, size = 40, isLogo = false }: ChatAvatarProps) {
  const [broken, setBroken] = useState<string>();
  const style = { width: size, height: size, fontSize: Math.round(size * 0.42) };
  return (
    <span
      className="chat-avatar"
      data-logo={isLogo || undefined}
      data-icon={icon !== undefined || undefined}
      style={style}
      aria-hidden
    >
      {picture !== null && picture !== broken ? (
        <img src={picture} alt="" loading="lazy" onError={() => setBroken(picture)} />
      ) : (
        (icon ?? [...name][0] ?? '·')
      )}
    </span>
  );
}

import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { PlainButton } from './plain-button.tsx';
import './toast.css';

/** Milliseconds: long enough to read; longer where something can be taken back. */
const SHOWN_MS = 4000;
const UNDO_MS = 10_000;

const ICONS = { done: CheckCircleOutlined, failed: ErrorOutlined, news: ForumOutlined } as const;

interface ToastProps {
  readonly children: ReactNode;
  /** `failed` is for what did not come about, `news` for what others did. */
  readonly tone?: keyof typeof ICONS;
  /** Takes back what has just been done. */
  readonly onUndo?: (() => void) | undefined;
  /** It has been read, or taken away. */
  readonly onEnd: () => void;
  /** The place around it is read out already, as it changes. */
  readonly isWithinStatus?: boolean;
}

/** A word on what has just been done, above every page, gone by itself; another word is another
 * toast with a `key` of its own and its own time. It stays while the pointer or the focus is on it. */
export function Toast({ children, tone = 'done', onUndo, onEnd, isWithinStatus = false }: ToastProps) {
  const [isHeld, setHeld] = useState(false);
  const shown = onUndo ? UNDO_MS : SHOWN_MS;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => end(), shown);
    return () => clearTimeout(timer);
  }, [isHeld, shown]);
  const Icon = ICONS[tone];
  const role = tone === 'failed' ? 'alert' : isWithinStatus ? undefined : 'status';
  return (
    <div
      className="toast"
      data-tone={tone}
      role={role}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <span>{children}</span>
      {onUndo && (
        <PlainButton
          tone="quiet"
          onClick={() => {
            onUndo();
            onEnd();
          }}
        >
          撤销
        </PlainButton>
      )}
      <PlainButton look="icon" tone="quiet" aria-label="关闭" icon={<Close />} onClick={onEnd} />
    </div>
  );
}

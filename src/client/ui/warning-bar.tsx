import Close from '@mui/icons-material/Close';
import type { ReactNode } from 'react';
import { PlainButton } from './plain-button.tsx';
import './warning-bar.css';

interface WarningBarProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Something the person should know of what is on screen, until dismissed. */
export function WarningBar({ children, onClose }: WarningBarProps) {
  return (
    <div role="alert" className="warning-bar">
      <span>{children}</span>
      <PlainButton look="icon" tone="quiet" icon={<Close />} aria-label="关闭提示" onClick={onClose} />
    </div>
  );
}

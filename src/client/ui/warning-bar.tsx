import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
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
      <IconButton aria-label="关闭提示" onClick={onClose}>
        <Close sx={{ fontSize: 16 }} />
      </IconButton>
    </div>
  );
}

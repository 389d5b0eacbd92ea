import Close from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useState, type ReactNode } from 'react';
import { LazyPopover } from '#client/ui/lazy-popups.tsx';

interface FilterPillProps {
  readonly label: string;
  /** What applies, in words; undefined when nothing does. */
  readonly words: string | undefined;
  readonly onClear: () => void;
  /** The editor; `close` shuts it. */
  readonly editor: (close: () => void) => ReactNode;
}

/** One filter of a list: a press opens its editor, the cross takes it away. */
export function FilterPill({ label, words, onClear, editor }: FilterPillProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const isActive = words !== undefined;
  return (
    <div className="filter-pill" data-active={isActive}>
      <button
        type="button"
        className="filter-pill-label"
        aria-haspopup="dialog"
        title={isActive ? `${label} ${words}` : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>{isActive ? `${label} ${words}` : label}</span>
        {!isActive && <ExpandMore sx={{ fontSize: 16, color: 'text.secondary' }} />}
      </button>
      {isActive && (
        <button type="button" className="filter-pill-clear" aria-label={`移除筛选：${label}`} onClick={onClear}>
          <Close sx={{ fontSize: 14 }} />
        </button>
      )}
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': `${label}筛选`, sx: { mt: 0.5 } } }}
      >
        {anchor !== null && editor(close)}
      </LazyPopover>
    </div>
  );
}

import Close from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useState, type ReactNode } from 'react';

interface FilterPillProps {
  readonly label: string;
  /** What applies, in words; undefined when nothing does. */
  readonly words: string | undefined;
  readonly onClear: () => void;
  /** Opens it elsewhere than at the pill. */
  readonly onOpen?: (() => void) | undefined;
  /** What opens at the pill; `close` shuts it. */
  readonly panel: (anchor: HTMLElement, close: () => void) => ReactNode;
}

/** One filter of a list: a press opens it, the cross takes it away. */
export function FilterPill({ label, words, onClear, onOpen, panel }: FilterPillProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isActive = words !== undefined;
  const text = isActive ? `${label}：${words}` : label;
  return (
    <div className="filter-pill" data-active={isActive}>
      <button
        type="button"
        className="filter-pill-label"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={isActive ? text : undefined}
        onClick={onOpen ?? ((event) => setAnchor(anchor ? null : event.currentTarget))}
      >
        <span>{text}</span>
        {!isActive && <ExpandMore sx={{ fontSize: 16, color: 'text.secondary' }} />}
      </button>
      {isActive && (
        <button type="button" className="filter-pill-clear" aria-label={`移除筛选：${label}`} onClick={onClear}>
          <Close sx={{ fontSize: 14 }} />
        </button>
      )}
      {anchor && panel(anchor, () => setAnchor(null))}
    </div>
  );
}

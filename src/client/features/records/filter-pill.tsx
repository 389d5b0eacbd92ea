import Close from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { LatePopover } from '#client/ui/late-popups.tsx';

interface FilterPillProps {
  readonly label: string;
  /** What applies, in words; undefined when nothing does. */
  readonly words: string | undefined;
  readonly onClear: () => void;
  /** The editor; `close` shuts it. */
  readonly editor: (close: () => void) => ReactNode;
}

const Pill = styled('div')(({ theme }) => ({
  display: 'inline-flex',
  flex: 'none',
  maxWidth: 320,
  height: 28,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 14,
  background: theme.palette.background.paper,
  '&[data-active="true"]': { borderColor: theme.palette.primary.main, background: 'var(--brand-wash)' },
}));

const PillButton = styled(ButtonBase)(({ theme }) => ({
  minWidth: 0,
  padding: '0 8px 0 12px',
  borderRadius: 14,
  fontSize: theme.typography.body2.fontSize,
  color: theme.palette.text.primary,
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

const ClearButton = styled(ButtonBase)({ width: 26, borderRadius: 13, flex: 'none' });

/** One filter of a list: a press opens its editor, the cross takes it away. */
export function FilterPill({ label, words, onClear, editor }: FilterPillProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const isActive = words !== undefined;
  return (
    <Pill data-active={isActive}>
      <PillButton
        aria-haspopup="dialog"
        title={isActive ? `${label} ${words}` : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>{isActive ? `${label} ${words}` : label}</span>
        {!isActive && <ExpandMore sx={{ fontSize: 16, color: 'text.secondary' }} />}
      </PillButton>
      {isActive && (
        <ClearButton aria-label={`移除筛选：${label}`} onClick={onClear}>
          <Close sx={{ fontSize: 14 }} />
        </ClearButton>
      )}
      <LatePopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': `${label}筛选`, sx: { mt: 0.5 } } }}
      >
        {anchor !== null && editor(close)}
      </LatePopover>
    </Pill>
  );
}

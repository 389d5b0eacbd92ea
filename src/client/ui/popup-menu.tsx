import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { LateMenuProps } from './late-popups.tsx';

/** A short list of choices below a button. */
export function PopupMenu({ anchor, onClose, choices }: LateMenuProps) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {choices.map(({ label, isSelected = false, onChoose }) => (
        <MenuItem
          key={label}
          selected={isSelected}
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

interface MenuChoice {
  readonly label: string;
  /** Where one of several holds: does this one? */
  readonly isSelected?: boolean;
  readonly onChoose: () => void;
}

export interface PopupMenuProps {
  /** The button that it hangs below; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly choices: readonly MenuChoice[];
}

/** A short list of choices below a button. */
export function PopupMenu({ anchor, onClose, choices }: PopupMenuProps) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {choices.map(({ label, isSelected, onChoose }) => (
        <MenuItem
          key={label}
          selected={isSelected ?? false}
          aria-current={isSelected || undefined}
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

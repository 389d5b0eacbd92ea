import MoreHoriz from '@mui/icons-material/MoreHoriz';
import { useState } from 'react';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { PopupMenuProps } from '#client/ui/popup-menu.tsx';

const PopupMenu = lazyPopup(async () => (await import('#client/ui/popup-menu.tsx')).PopupMenu);

interface MoreChoicesProps extends Pick<PopupMenuProps, 'choices'> {
  readonly label: string;
}

/** A small button that opens what can be done with a row. */
export function MoreChoices({ label, choices }: MoreChoicesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <PlainButton
        look="icon"
        tone="quiet"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        icon={<MoreHoriz fontSize="small" />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && <PopupMenu anchor={anchor} choices={choices} onClose={() => setAnchor(null)} />}
    </>
  );
}

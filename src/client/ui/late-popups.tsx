import type { PopoverProps } from '@mui/material/Popover';
import { lazy, Suspense } from 'react';

/** What floats above a page is loaded when it first opens, so that pages are there sooner. */

const Popover = lazy(async () => import('@mui/material/Popover'));
const PopupMenu = lazy(async () => ({ default: (await import('./popup-menu.tsx')).PopupMenu }));

/** A popover of MUI. */
export function LatePopover(props: PopoverProps) {
  return props.open ? (
    <Suspense fallback={null}>
      <Popover {...props} />
    </Suspense>
  ) : null;
}

interface MenuChoice {
  readonly label: string;
  readonly isSelected?: boolean;
  readonly onChoose: () => void;
}

export interface LateMenuProps {
  /** The button that it hangs below; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly choices: readonly MenuChoice[];
}

/** A short list of choices below a button. */
export function LateMenu(props: LateMenuProps) {
  return props.anchor ? (
    <Suspense fallback={null}>
      <PopupMenu {...props} />
    </Suspense>
  ) : null;
}

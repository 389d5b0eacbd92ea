import type { PopoverProps } from '@mui/material/Popover';
import { lazyPart } from './lazy-part.tsx';
import type { PopupMenuProps } from './popup-menu.tsx';

/** What floats above a page is loaded when it first opens, so that pages are there sooner. */

const Popover = lazyPart<PopoverProps>(async () => (await import('@mui/material/Popover')).default);
const PopupMenu = lazyPart(async () => (await import('./popup-menu.tsx')).PopupMenu);

/** A popover of MUI. */
export const LazyPopover = (props: PopoverProps) => (props.open ? <Popover {...props} /> : null);

/** A short list of choices below a button, while there is one that it hangs below. */
export const LazyMenu = (props: PopupMenuProps) => (props.anchor ? <PopupMenu {...props} /> : null);

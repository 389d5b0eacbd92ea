import type { PopoverFrameProps } from './dialogs/popover-frame.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { PopupMenuProps } from './popup-menu.tsx';

/** What floats above a page is loaded when it first opens, so that pages are there sooner. */

const Popover = lazyPart(async () => (await import('./dialogs/popover-frame.tsx')).PopoverFrame);
const PopupMenu = lazyPart(async () => (await import('./popup-menu.tsx')).PopupMenu);

/** What belongs to a button, while there is one that it hangs by. */
export const LazyPopover = ({
  anchor,
  ...props
}: Omit<PopoverFrameProps, 'anchor'> & { readonly anchor: HTMLElement | null }) =>
  anchor && <Popover {...props} anchor={anchor} />;

/** A short list of choices below a button, while there is one that it hangs below. */
export const LazyMenu = (props: PopupMenuProps) => (props.anchor ? <PopupMenu {...props} /> : null);

import { lazyPopup } from '#client/ui/lazy-part.tsx';

/** What a press on a message opens: none of it is waited for when the conversation opens. */

export const MessageMenu = lazyPopup(async () => (await import('#client/ui/popup-menu.tsx')).PopupMenu);
export const PictureViewer = lazyPopup(async () => (await import('./lightbox.tsx')).PictureViewer);

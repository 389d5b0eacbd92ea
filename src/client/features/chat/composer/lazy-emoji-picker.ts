import { lazyPopup } from '#client/ui/lazy-part.tsx';

/** The signs to choose from; needed by the first press and not before. */
export const EmojiPicker = lazyPopup(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

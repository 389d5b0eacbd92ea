import { useEffect } from 'react';
import type { ListedDialog } from './listed-dialog.ts';
import type { MessageWindow } from './use-message-window.ts';

/** Leads the view and the focus to the message that the conversation is to show, once it is at hand. For an observer. */
export function useRevealed(dialog: ListedDialog, virtual: MessageWindow, focus: (key: string) => void): void {
  const { messages, revealed } = dialog;
  const index = revealed === undefined ? -1 : messages.findIndex(({ message }) => message?.seq === revealed);
  const key = messages[index]?.key;
  useEffect(() => {
    if (key === undefined) return;
    virtual.scrollToIndex(index, { align: 'center' });
    focus(key);
    dialog.revealDone();
  }, [dialog, virtual, focus, index, key]);
}

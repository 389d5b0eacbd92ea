import { useState, type MouseEvent } from 'react';
import { useLongPress } from '#client/ui/use-long-press.ts';
import { copyText } from '#client/lib/clipboard.ts';
import type { ListedDialog } from './listed-dialog.ts';
import { ACT_LABELS, actsOf, type MessageAct } from '#client/features/chat/messages/message-acts.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

interface MenuParts {
  readonly dialog: Pick<ListedDialog, 'messages' | 'recall' | 'retry' | 'discard'>;
  readonly now: () => Date;
  /** Called with the result of an action that shows nothing itself. */
  readonly onNote: (words: string) => void;
  /** The focus goes to this message, as its own one is about to go. */
  readonly onFocus: (key: string | undefined) => void;
}

/** A link, or text of the message that is selected, keeps the menu of the browser. */
function keepsOwnMenu(target: Element, article: Element): boolean {
  const selection = window.getSelection();
  const isSelected = selection?.isCollapsed === false && article.contains(selection.anchorNode);
  return isSelected || target.closest('a[href]') !== null;
}

/** The menu of one message, by right button, menu key or a long press: what can be done with it now. */
export function useMessageMenu({ dialog, now, onNote, onFocus }: MenuParts) {
  const [opened, setOpened] = useState<{ readonly shown: ShownMessage; readonly anchor: HTMLElement }>();

  /** False where there is nothing to offer. */
  const open = (article: HTMLElement): boolean => {
    const shown = dialog.messages.find(({ key }) => key === article.dataset['message']);
    if (!shown || actsOf(shown, now().getTime()).length === 0) return false;
    setOpened({ shown, anchor: article });
    return true;
  };
  const pressed = useLongPress((target) => {
    const article = target.closest<HTMLElement>('[data-message]');
    if (article) open(article);
  });

  const doIt = (act: MessageAct, { key, content, message }: ShownMessage) => {
    if (act === 'copy') void copyText(content).then((isDone) => onNote(isDone ? '已复制' : '复制失败，请手动选择'));
    else if (act === 'recall') void dialog.recall(message?.id ?? '');
    else if (act === 'retry') dialog.retry(key);
    else {
      const at = dialog.messages.findIndex((other) => other.key === key);
      onFocus((dialog.messages[at + 1] ?? dialog.messages[at - 1])?.key);
      dialog.discard(key);
    }
  };

  return {
    /** For the element around all messages. */
    handlers: {
      ...pressed,
      onContextMenu: (event: MouseEvent) => {
        const target = event.target as Element;
        const article = target.closest<HTMLElement>('[data-message]');
        if (!article || keepsOwnMenu(target, article)) return;
        if (open(article)) event.preventDefault();
      },
    },
    menu: {
      anchor: opened?.anchor ?? null,
      onClose: () => setOpened(undefined),
      choices: opened
        ? actsOf(opened.shown, now().getTime()).map((act) => ({
            label: ACT_LABELS[act],
            onChoose: () => doIt(act, opened.shown),
          }))
        : [],
    },
  };
}

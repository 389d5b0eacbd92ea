import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/** Rows by which a key moves; Home and End go as far as there are rows. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Where among the messages the keyboard is: one of them is in the order of Tab, arrows lead on from there. */
export function useMessageFocus(scroller: RefObject<HTMLElement | null>, messages: readonly ShownMessage[]) {
  const [active, setActive] = useState<string>();
  const wanted = useRef<string>(undefined);
  const index = active === undefined ? -1 : messages.findIndex(({ key }) => key === active);

  /** Leads the focus to a message, once it is drawn. */
  const focus = useCallback((key: string | undefined) => {
    wanted.current = key;
    setActive(key);
  }, []);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const drawn = scroller.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [];
    const article = [...drawn].find(({ dataset }) => dataset['message'] === wanted.current);
    if (!article) return;
    wanted.current = undefined;
    article.focus();
    // By the nearest way: a row that is whole on screen does not move.
    article.scrollIntoView?.({ block: 'nearest' });
  });

  /** Arrows on a message. With Alt they are the room's, which leads to other people by them. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const isOnMessage = (event.target as Element).matches('[data-message]');
    if (step === undefined || !isOnMessage || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const from = index < 0 ? messages.length - 1 : index;
    focus(messages[Math.max(0, Math.min(messages.length - 1, from + step))]?.key);
  };

  return {
    /** Position of the message that Tab leads to; undefined for none that was chosen. */
    focused: index < 0 ? undefined : index,
    activeKey: index < 0 ? messages.at(-1)?.key : active,
    focus,
    /** For the element around all messages. */
    handlers: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => setActive(target.closest<HTMLElement>('[data-message]')?.dataset['message']),
    },
  };
}

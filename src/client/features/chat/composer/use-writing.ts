import { useRef, useState, type KeyboardEvent } from 'react';
import { MAX_TEXT } from '#schemas/generated/api/chat.ts';
import { ImeGuard } from '#client/lib/ime-guard.ts';

/** From this many characters before the limit on, the count is shown. */
const COUNTED = 200;

interface Writing {
  /** What was typed here before and not sent. */
  readonly draft: string;
  readonly onType: (text: string) => void;
  /** Enter without a modifier. */
  readonly onEnter: () => void;
}

/**
 * The field that is written in. The browser keeps its text: drawing it again while an input method composes would break the
 * composition.
 */
export function useWriting({ draft, onType, onEnter }: Writing) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [guard] = useState(() => new ImeGuard());
  const [hasWords, setHasWords] = useState(draft.trim() !== '');
  const [length, setLength] = useState([...draft].length);

  const note = () => {
    const text = field.current?.value ?? '';
    setHasWords(text.trim() !== '');
    setLength([...text].length);
    onType(text);
  };
  /** Puts text where the caret is, in place of what is selected. */
  const insert = (text: string) => {
    const element = field.current;
    if (!element) return;
    element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
    note();
  };
  const clear = () => {
    if (field.current) field.current.value = '';
    setHasWords(false);
    setLength(0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (guard.takes(event.nativeEvent)) {
      // Escape ends the composition here, and must not close what is around.
      if (event.key === 'Escape') event.stopPropagation();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey) insert('\n');
    else onEnter();
  };

  return {
    field,
    hasWords,
    /** Characters that are too many. */
    excess: Math.max(0, length - MAX_TEXT),
    /** What to show of the count; undefined while there is room. */
    count: length > MAX_TEXT - COUNTED ? `${length}/${MAX_TEXT}` : undefined,
    insert,
    clear,
    handlers: {
      onInput: note,
      onKeyDown,
      onCompositionEnd: ({ timeStamp }: { readonly timeStamp: number }) => guard.ended(timeStamp),
    },
  };
}

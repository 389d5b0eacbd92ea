import { useCallback, useEffect, useRef, useState } from 'react';
import type { Clock } from '#client/lib/clock.ts';

/** Announcements at least this far apart, in milliseconds. */
const APART_MS = 1000;
/** Makes the same words once more another text, which is read again. */
const UNSEEN = '\u200B';

export interface Announcer {
  readonly words: string;
  readonly announce: (what: string[]) => void;
  /** Takes back what was said and what waits to be said. */
  readonly silence: () => void;
}

/**
 * Words for a polite live region. What comes within a second of an announcement is gathered: several at once are announced as a
 * number.
 */
export function useAnnouncer(clock: Clock): Announcer {
  const [words, setWords] = useState('');
  const waiting = useRef<string[]>([]);
  const isResting = useRef(false);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  const announce = useCallback(
    (what: string[]) => {
      const speak = () => {
        const [first, ...more] = waiting.current;
        isResting.current = first !== undefined;
        if (first === undefined) return;
        const next = more.length === 0 ? first : `${more.length + 1} 条新消息`;
        waiting.current = [];
        setWords((before) => (before === next ? next + UNSEEN : next));
        cancel.current = clock.after(APART_MS, speak);
      };
      waiting.current.push(...what);
      if (!isResting.current) speak();
    },
    [clock],
  );
  const silence = useCallback(() => {
    waiting.current = [];
    setWords('');
  }, []);
  return { words, announce, silence };
}

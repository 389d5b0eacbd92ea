import { useCallback, useEffect, useRef, useState } from 'react';
import type { Clock } from '#client/lib/clock.ts';

/** How long a note stays, in milliseconds. */
const STAYS_MS = 2500;

/** A short note on something that was done, which goes by itself. */
export function useNote(clock: Clock): { readonly note: string | undefined; readonly say: (words: string) => void } {
  const [note, setNote] = useState<string>();
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  const say = useCallback(
    (words: string) => {
      cancel.current?.();
      setNote(words);
      cancel.current = clock.after(STAYS_MS, () => setNote(undefined));
    },
    [clock],
  );
  return { note, say };
}

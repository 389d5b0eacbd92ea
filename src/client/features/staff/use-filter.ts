import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filter of a list as its address has it: only the names given, and only what is not empty. */
export function useFilter<Name extends string>(
  names: readonly Name[],
): readonly [Partial<Record<Name, string>>, (next: Partial<Record<Name, string>>) => void] {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const key = names.join(',');
  const filter = useMemo(() => {
    const found = new URLSearchParams(text);
    const entries = key.split(',').flatMap((name) => {
      const value = found.get(name);
      return value ? [[name, value]] : [];
    });
    return Object.fromEntries(entries) as Partial<Record<Name, string>>;
  }, [text, key]);
  const change = useCallback(
    (next: Partial<Record<Name, string>>) => {
      setQuery((before) => {
        const changed = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(next)) {
          if (value) changed.set(name, value);
          else changed.delete(name);
        }
        return changed;
      });
    },
    [setQuery],
  );
  return [filter, change];
}

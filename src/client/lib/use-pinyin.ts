import { useEffect, useState } from 'react';
import { byPinyin, holdsText, type NameMatch } from '#generators/name-match.ts';

/** Loaded once, when names are first searched. */
let loaded: NameMatch | undefined;

async function load(): Promise<NameMatch> {
  const { match } = await import('pinyin-pro');
  loaded = byPinyin(match);
  return loaded;
}

/** How names are searched: by their text until the readings are here, or where they cannot be had. */
export function usePinyin(): NameMatch {
  const [match, setMatch] = useState<NameMatch>(() => loaded ?? holdsText);
  useEffect(() => {
    if (loaded) return;
    load().then(
      (found) => setMatch(() => found),
      () => undefined,
    );
  }, []);
  return match;
}

import { useEffect, useState } from 'react';

/** Does a name hold a text, or its pinyin or initials where the text is of Latin letters? */
export type NameMatch = (name: string, text: string) => boolean;

const holds: NameMatch = (name, text) => name.toLowerCase().includes(text.toLowerCase());
const LATIN = /^[a-z' ]+$/i;

/** Loaded once, when names are first searched: the table of readings is large. */
let loaded: NameMatch | undefined;

async function load(): Promise<NameMatch> {
  const { match } = await import('pinyin-pro');
  loaded = (name, text) =>
    holds(name, text) || (LATIN.test(text) && match(name, text.replaceAll(' ', ''), { continuous: true }) !== null);
  return loaded;
}

/** How names are searched: by their text until the readings are here, or where they cannot be had. */
export function usePinyin(): NameMatch {
  const [match, setMatch] = useState<NameMatch>(() => loaded ?? holds);
  useEffect(() => {
    if (loaded) return;
    load().then(
      (found) => setMatch(() => found),
      () => undefined,
    );
  }, []);
  return match;
}

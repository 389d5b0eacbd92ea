import { textParts } from './text-parts.ts';

/** Text whose web addresses lead away, in a tab of their own that knows nothing of this page. */
export function LinkedText({ text }: { readonly text: string }) {
  return textParts(text).map(({ at, text: words, href }) =>
    href === undefined ? (
      <span key={at}>{words}</span>
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    ),
  );
}

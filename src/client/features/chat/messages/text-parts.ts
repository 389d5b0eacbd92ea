/** A stretch of a text: words, or words that lead somewhere. */
export interface TextPart {
  /** Where in the text it begins. */
  readonly at: number;
  readonly text: string;
  readonly href?: string;
}

/** Characters of web addresses alone: Chinese that follows one without a space is not part of it. */
const ADDRESS = /https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?'"\])]+$/;

/** Splits a text at its web addresses. Only http and https lead anywhere; all else stays text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(TRAILING, '');
    if (!URL.canParse(address)) continue;
    if (index > from) parts.push({ at: from, text: text.slice(from, index) });
    parts.push({ at: index, text: address, href: address });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from) });
  return parts;
}

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F|\s)+$/u;
/** Code points that are still drawn large; a wall of them is not. */
const MAX_LARGE = 24;

/** True for a short text of nothing but emoji. */
export const isEmojiOnly = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed !== '' && [...trimmed].length <= MAX_LARGE && ONLY_EMOJI.test(trimmed);
};

const LIST_MARK = /^\s*(?:[-*•·]|\d{1,2}[.、)）](?=\s|\p{Script=Han})|#{1,6}(?=\s)|>)\s*/u;

/** What is invisible, or changes the direction of the text or the characters before it. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\u2028\u2029]|[\ufe00-\ufe0f\u20e3]/gu;

/** The sentences of a model's words as plain text: marks of lists and emphasis are taken off, nothing else is changed. */
export function sentencesOf(words: string): string[] {
  return words
    .replaceAll('\r', '\n')
    .split('\n')
    .flatMap((line) => {
      const plain = line
        .replaceAll(INVISIBLE, '')
        .replaceAll(/[\t\u00a0\u3000]/g, ' ')
        .replace(LIST_MARK, '')
        .replaceAll(/\*\*|__|`/g, '')
        .trim();
      return plain.split(/(?<=[。！？!?])(?![”"」』）)])/u);
    })
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

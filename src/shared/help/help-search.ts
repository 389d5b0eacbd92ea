import { plainText } from './article-text.ts';

/** What is looked into. */
export interface Searched {
  readonly title: string;
  readonly keywords: readonly string[];
  readonly body: string;
}

export interface Found<A extends Searched> {
  readonly article: A;
  /** The words around the first place that is met. */
  readonly excerpt: string;
}

/** What a word weighs by where it is met. */
const WEIGHTS = { title: 8, keyword: 4, body: 1 } as const;
/** Letters of an excerpt before and after the place that is met. */
const AROUND = [20, 60] as const;

/** A text as it is compared: widths and the case of letters count for nothing. Every letter stays at its place. */
export const lower = (text: string): string =>
  Array.from(text, (letter) => {
    const plain = letter.normalize('NFKC').toLowerCase();
    return plain.length === letter.length ? plain : letter;
  }).join('');

/** The parts of what was typed that are between blanks. */
export const searchWords = (typed: string): string[] => lower(typed).split(/\s+/).filter(Boolean);

function excerptOf(text: string, words: readonly string[]): string {
  const folded = lower(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const from = Math.max(0, first - AROUND[0]);
  const shown = text.slice(from, first + AROUND[1]).replaceAll('\n', ' ');
  return `${from > 0 ? '…' : ''}${shown}${first + AROUND[1] < text.length ? '…' : ''}`;
}

/** Articles that have every word in their title, keywords or text; the best first, else in their order. */
export function searchHelp<A extends Searched>(articles: readonly A[], typed: string): Found<A>[] {
  const words = searchWords(typed);
  if (words.length === 0) return [];
  const found = articles.flatMap((article) => {
    const [title, keywords] = [lower(article.title), article.keywords.map(lower)];
    const text = plainText(article.body);
    const body = lower(text);
    const weights = words.map((word) => {
      if (title.includes(word)) return WEIGHTS.title;
      if (keywords.some((keyword) => keyword.includes(word))) return WEIGHTS.keyword;
      return body.includes(word) ? WEIGHTS.body : 0;
    });
    if (weights.includes(0)) return [];
    const weight = weights.reduce((sum: number, one) => sum + one, 0);
    return [{ article, weight, excerpt: excerptOf(text, words) }];
  });
  return found
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ article, excerpt }) => ({ article, excerpt }));
}

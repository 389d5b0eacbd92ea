import { fold } from '#shared/text/fold.ts';
import { spelling } from './letters.ts';
import { initialsPattern, type SearchWord, speltPattern } from './search-word.ts';

/** How well a name answers a word, best first: it is the word, begins with it, is spelt so from its beginning, or holds it. */
export const MATCHES = ['whole', 'beginning', 'spelt', 'anywhere'] as const;
export type Match = (typeof MATCHES)[number];

/** Smaller is better; undefined when the name does not answer at all. */
function rankOf(name: string, { text, letters }: SearchWord): number | undefined {
  const folded = fold(name);
  if (folded === text) return MATCHES.indexOf('whole');
  if (folded.startsWith(text)) return MATCHES.indexOf('beginning');
  const spelt = letters === undefined ? '' : spelling(name);
  const pattern = letters === undefined ? '' : `${speltPattern(letters)}|${initialsPattern(letters)}`;
  if (spelt !== '' && new RegExp(`^(${pattern})`).test(spelt)) return MATCHES.indexOf('spelt');
  const holds = folded.includes(text) || (spelt !== '' && new RegExp(pattern).test(spelt));
  return holds ? MATCHES.indexOf('anywhere') : undefined;
}

/** A record with its names, that of the name field first, as they are kept. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly others: readonly string[];
}

/** A record that a word finds; `matched` is the other name that answers better than the name itself. */
export interface FoundName {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly matched?: string;
}

function foundName({ id, name, others }: NamedRecord, word: SearchWord): FoundName | undefined {
  const own = rankOf(name, word);
  let best = own === undefined ? undefined : { rank: own * 2, matched: undefined as string | undefined };
  for (const other of others) {
    const rank = rankOf(other, word);
    // Between two that answer alike the name itself is the better one.
    if (rank !== undefined && rank * 2 + 1 < (best?.rank ?? Infinity)) best = { rank: rank * 2 + 1, matched: other };
  }
  return best && { id, name, rank: best.rank, ...(best.matched !== undefined && { matched: best.matched }) };
}

const newer = (left: string, right: string): number => right.length - left.length || (left < right ? 1 : -1);

/** The records that a word finds, the best first and the newest of equals before the others; each record once. */
export function rankNames(records: readonly NamedRecord[], word: SearchWord): FoundName[] {
  const once = new Map(records.map((record) => [record.id, record]));
  return [...once.values()]
    .flatMap((record) => foundName(record, word) ?? [])
    .toSorted((left, right) => left.rank - right.rank || newer(left.id, right.id));
}

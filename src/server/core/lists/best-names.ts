import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import { type FoundName, MATCHES, type Match, type NamedRecord, rankNames } from '#server/core/search/rank-names.ts';
import { namingFields } from '#server/core/search/search-text.ts';
import { readWord, type SearchWord } from '#server/core/search/search-word.ts';
import { namesAnswering, namesHolding } from './names-queries.ts';
import type { ReadableObject, ReadScope } from './readable-object.ts';
import { rarityOf } from './word-rarity.ts';

/** Which names are wanted. `limit` is how many at most; `owner` leaves only records that this account created. */
export interface NamesQuery {
  readonly text: string;
  readonly limit: number;
  readonly owner?: string | undefined;
  /** Which records the person sees. */
  readonly scope: Pick<ReadScope, 'rowsOf' | 'today'>;
  /**
   * Other names that may be shown; all of them when absent. A record is also found by the others, which are not shown.
   */
  readonly readable?: ((field: FieldDefinition) => boolean) | undefined;
}

/** More than are wanted are read, so that the best of equals are among them. */
const SPARE = 100;

const asTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');

function toNamed(row: readonly unknown[], naming: readonly FieldDefinition[], nameField: string): NamedRecord {
  const [id, ...values] = row;
  const own = naming.findIndex(({ apiName }) => apiName === nameField);
  return {
    id: String(id),
    name: asTexts(values[own])[0] ?? '',
    others: values.flatMap((value, index) => (index === own ? [] : asTexts(value))),
  };
}

/**
 * The records whose names answer a text, the best first. What answers well is looked for before what merely holds the
 * text, and what is common is looked for among the newest first.
 */
async function indexedNames(
  queries: ReadQueries,
  object: ReadableObject,
  word: SearchWord,
  { limit, owner, scope, readable = () => true }: NamesQuery,
): Promise<FoundName[]> {
  const naming = namingFields(object);
  const records: NamedRecord[] = [];
  const told = new Map<string, ReadonlySet<string>>();
  const open = naming.map(readable);
  const read = async (match: Match, way: 'newest' | 'all') => {
    const statement = namesAnswering(object, naming, { match, word, way, owner, scope, limit: limit + SPARE });
    if (!statement) return [];
    const rows = await (way === 'all' ? queries.runPatiently(statement) : queries.run(statement));
    for (const [id, ...values] of rows) {
      const texts = values.flatMap((value, index) => (open[index] === true ? asTexts(value) : []));
      told.set(String(id), new Set(texts));
    }
    return rows.map((row) => toNamed(row, naming, object.definition.nameField));
  };
  for (const match of MATCHES) {
    const rarity = match === 'whole' ? 'rare' : rarityOf(object, match, word);
    const newest = rarity === 'rare' ? [] : await read(match, 'newest');
    // Of a common beginning the newest will do: whatever holds the word is looked for everywhere in the end.
    const isEnough = newest.length >= limit || (rarity === 'common' && match !== 'anywhere');
    // Of a word that very many answer the index gives some only, so that the newest are not among them for certain.
    records.push(...newest, ...(isEnough ? [] : await read(match, 'all')));
    if (new Set(records.map(({ id }) => id)).size >= limit) break;
  }
  return rankNames(records, word)
    .slice(0, limit)
    .map(({ matched, ...found }) =>
      matched !== undefined && told.get(found.id)?.has(matched) ? { ...found, matched } : found,
    );
}

/** The best names for a text; the newest when it is blank. Their `rank` compares across objects. */
export async function bestNames(
  queries: ReadQueries,
  object: ReadableObject,
  query: NamesQuery,
): Promise<readonly FoundName[]> {
  const text = query.text.trim();
  const word = readWord(text);
  if (text !== '' && object.searchFilled === true && namingFields(object).length > 0)
    return word.text === '' ? [] : indexedNames(queries, object, word, query);
  const rows = await queries.run(namesHolding(object, { ...query, text }));
  const named = rows.map(([id, name]) => ({ id: String(id), name: String(name ?? ''), others: [] }));
  const ranks = new Map(rankNames(named, word).map(({ id, rank }) => [id, rank]));
  return named.map(({ id, name }) => ({ id, name, rank: ranks.get(id) ?? MATCHES.length * 2 }));
}

import { MAX_CANDIDATES, type ResolvedName } from '#schemas/api/kept-lists.ts';
import { findNames } from '#server/core/lists/find-names.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { FoundName } from '#server/core/search/rank-names.ts';

/** Ranks of `searchNames`: the text is the name itself, or another name of the record. */
const [BY_NAME, BY_ALIAS] = [0, 1];

/** The record that one name means, or those that it may mean. */
function meant(text: string, found: readonly FoundName[]): ResolvedName {
  const alike = [BY_NAME, BY_ALIAS].map((rank) => found.filter((one) => one.rank === rank));
  // Of several that are called so none can be meant for certain.
  const best = alike.find((some) => some.length > 0) ?? found;
  const how = best.length === 1 && best !== found ? (best === alike[BY_NAME] ? 'name' : 'alias') : 'choose';
  const candidates = best.map(({ id, name, matched }) => ({ id, name, ...(matched !== undefined && { matched }) }));
  return { text, how: candidates.length === 0 ? 'none' : how, candidates };
}

/** What pasted names mean, in their order, each name once and blank ones left out. */
export async function resolveAll(
  reader: RecordReader,
  list: OpenedList,
  names: readonly string[],
): Promise<ResolvedName[]> {
  const wanted = [...new Set(names.map((name) => name.replace(/\p{Cc}/gu, ' ').trim()).filter(Boolean))];
  const found = await findNames(reader, list, wanted, MAX_CANDIDATES);
  return wanted.map((text, at) => meant(text, found[at] ?? []));
}

import type { FoundName } from '#server/core/search/rank-names.ts';
import type { OpenedList } from './opened-list.ts';
import type { RecordReader } from './record-reader.ts';

/** Names that are looked up at the same time. */
const AT_ONCE = 8;

/** What each of many names finds among the records of a list, the best first; names of closed fields find nothing. */
export async function findNames(
  reader: Pick<RecordReader, 'searchNames'>,
  { object, scope, owner }: OpenedList,
  names: readonly string[],
  limit: number,
): Promise<(readonly FoundName[])[]> {
  const found: (readonly FoundName[])[] = [];
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names
      .slice(from, from + AT_ONCE)
      .map((text) => reader.searchNames(object, { text, limit, owner, scope, readable: scope.readable }));
    found.push(...(await Promise.all(some)));
  }
  return found;
}

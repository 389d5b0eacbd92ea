import { useEffect, useState } from 'react';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { OptionTree } from '#generators/option-tree.ts';
import { usePinyin } from '#client/lib/use-pinyin.ts';
import type { TreeLookup } from '#client/ui/field-types/field-type-ui.ts';

/** Results of a search at most: more are better searched further than scrolled. */
const FOUND_LIMIT = 50;
/** Rest after the last key before the server is asked, in milliseconds. */
const REST = 200;

type Found = readonly SelectOption[] | 'loading' | 'failed';

/**
 * Options that a text finds, by name, pinyin or initials: among those given, or on the server where the tree is not here
 * as a whole. Undefined where nothing is searched.
 */
export function useOptionSearch(text: string, tree: OptionTree, lookup: TreeLookup | undefined): Found | undefined {
  const wanted = text.trim();
  const matches = usePinyin();
  const [answer, setAnswer] = useState<{ readonly text: string; readonly found: Found }>();
  useEffect(() => {
    if (!lookup || wanted === '') return undefined;
    const given = new AbortController();
    const receive = (found: Found) => {
      if (!given.signal.aborted) setAnswer({ text: wanted, found });
    };
    const timer = setTimeout(() => lookup.search(wanted, given.signal).then(receive, () => receive('failed')), REST);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [wanted, lookup]);
  if (wanted === '') return undefined;
  if (!lookup) return tree.search(wanted, FOUND_LIMIT, matches);
  return answer?.text === wanted ? answer.found : 'loading';
}

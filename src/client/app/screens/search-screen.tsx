import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SearchBox } from '#client/features/search/search-box.tsx';
import { SearchResultsPage } from '#client/features/search/search-results-page.tsx';
import { SearchResultsStore } from '#client/features/search/search-results-store.ts';
import { RecentWords } from '#client/features/search/search-word.ts';
import { SuggestionStore } from '#client/features/search/suggestion-store.ts';
import { loginPath } from '#client/lib/router.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** The search page: the box, and below it what was found for the word in the address. */
export function SearchScreen({ stores }: { readonly stores: AppStores }) {
  const [query] = useSearchParams();
  const [results] = useState(() => new SearchResultsStore(stores.api));
  const [suggestions] = useState(() => new SuggestionStore(stores.api, new RecentWords(window.localStorage)));
  const goTo = useGoTo();
  const word = (query.get('wd') ?? '').trim();
  return (
    <SearchResultsPage
      store={results}
      word={word}
      options={stores.lookups}
      box={<SearchBox store={suggestions} onGo={goTo} look="page" word={word} />}
      onSignIn={() => goTo(loginPath(`/search/result?wd=${encodeURIComponent(word)}`))}
    />
  );
}

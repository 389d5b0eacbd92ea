import { FoundNotes } from '#client/features/notes/found-notes.tsx';
import { SearchBox } from '#client/features/search/search-box.tsx';
import { SearchResultsPage } from '#client/features/search/search-results-page.tsx';
import { SearchResultsStore } from '#client/features/search/search-results-store.ts';
import { RecentWords } from '#client/features/search/search-word.ts';
import { SuggestionStore } from '#client/features/search/suggestion-store.ts';
import { screen } from '#client/app/base/screen.tsx';

/** The search page: the box, and below it what was found for the word in the address. */
export const SearchScreen = screen(
  ({ api }) => ({
    results: new SearchResultsStore(api),
    suggestions: new SuggestionStore(api, new RecentWords(window.localStorage)),
  }),
  ({ results, suggestions }, { lookups, session }, { query, goTo }) => {
    const word = (query.get('wd') ?? '').trim();
    return (
      <SearchResultsPage
        store={results}
        word={word}
        options={lookups}
        isVisitor={!session.isSignedIn}
        notes={(found, about) => <FoundNotes {...found} word={about} />}
        box={<SearchBox store={suggestions} onGo={goTo} look="page" word={word} />}
      />
    );
  },
);

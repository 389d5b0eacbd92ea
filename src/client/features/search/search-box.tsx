import SearchIcon from '@mui/icons-material/Search';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { detailPath, openInNewTab } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { resultPath } from './search-word.ts';
import type { SearchLine, SuggestionStore } from './suggestion-store.ts';
import './search-box.css';

const SearchLines = lazyPart(async () => (await import('./search-lines.tsx')).SearchLines);

interface SearchBoxProps {
  readonly store: SuggestionStore;
  readonly onGo: (path: string) => void;
  /** On the bar of every page, or on the search page itself. */
  readonly look: 'bar' | 'page';
  /** The word of the page that is open. */
  readonly word: string;
}

const LABEL = '搜索企业、机构、基金、赛道…';

/** Searches every object by name: suggestions while typing, Enter for all results. `/` or Ctrl+K leads here from any page. */
export const SearchBox = observer(function SearchBox({ store, onGo, look, word }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => store.show(word), [store, word]);
  useShortcut(input);
  const go = (text: string) => {
    const wanted = text.trim();
    if (wanted === '') return;
    store.searched(wanted);
    input.current?.blur();
    onGo(resultPath(wanted));
  };
  const choose = (line: SearchLine) => {
    if (line.kind === 'word') return go(line.word);
    store.searched(line.suggestion.name);
    return openInNewTab(detailPath(line.suggestion.objectApiName, line.suggestion.id));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isTaken(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      store.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      const line = store.isOpen ? store.lines[store.chosen] : undefined;
      if (line) choose(line);
      else go(store.word);
    } else if (event.key === 'Escape') {
      if (store.isOpen) store.close();
      else store.type('', false);
    }
  };
  const isListed = store.isOpen && store.lines.length > 0;
  return (
    <search
      className="search-box"
      data-look={look}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && store.close()}
    >
      <SearchIcon className="search-box-icon" aria-hidden />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={LABEL}
        aria-expanded={isListed}
        aria-controls={`${id}-lines`}
        aria-autocomplete="list"
        aria-activedescendant={isListed && store.chosen >= 0 ? `${id}-${store.chosen}` : undefined}
        autoComplete="off"
        maxLength={100}
        placeholder={LABEL}
        value={store.word}
        onFocus={store.open}
        onChange={(event) => store.type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={(event) => store.type(event.currentTarget.value, false)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden>/</kbd>
      {isListed && <SearchLines id={id} store={store} onChoose={choose} />}
    </search>
  );
});

const IME_KEY = 229;

/** Does the input method take this key? Safari says so by the old code alone, after the composition has ended. */
const isTaken = (event: object): boolean => (event as { readonly keyCode?: number }).keyCode === IME_KEY;

function useShortcut(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isSlash && !isCommand) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, [input]);
}

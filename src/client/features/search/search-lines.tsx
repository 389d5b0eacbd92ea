import { observer } from 'mobx-react-lite';
import type { SearchLine, SuggestionStore } from './suggestion-store.ts';
import { Marked } from './marked.tsx';

interface SearchLinesProps {
  readonly id: string;
  readonly store: SuggestionStore;
  readonly onChoose: (line: SearchLine) => void;
}

/** The lines below the search box: suggestions for a word, or the words searched for before. */
export const SearchLines = observer(function SearchLines({ id, store, onChoose }: SearchLinesProps) {
  const { lines, chosen, word } = store;
  const isRecent = word.trim() === '';
  return (
    <div className="search-lines">
      {isRecent && (
        <div className="search-lines-head">
          最近搜索
          <button type="button" onClick={store.forget}>
            清空
          </button>
        </div>
      )}
      <ul role="listbox" id={`${id}-lines`} aria-label={isRecent ? '最近搜索' : '搜索建议'}>
        {lines.map((line, at) => (
          <li
            key={line.kind === 'word' ? line.word : `${line.suggestion.objectApiName}/${line.suggestion.id}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            tabIndex={-1}
            onKeyDown={(event) => event.key === 'Enter' && onChoose(line)}
            // The box keeps the focus, so that typing goes on.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(line)}
          >
            {line.kind === 'word' ? (
              <span className="search-line-name">{line.word}</span>
            ) : (
              <>
                <span className="search-line-name">
                  <Marked text={line.suggestion.name} word={word} />
                  {line.suggestion.matched !== undefined && (
                    <small>
                      {' '}
                      <Marked text={line.suggestion.matched} word={word} />
                    </small>
                  )}
                </span>
                <small>{line.suggestion.label}</small>
              </>
            )}
          </li>
        ))}
      </ul>
      {!isRecent && <p>按回车查看“{word.trim()}”的全部结果</p>}
    </div>
  );
});

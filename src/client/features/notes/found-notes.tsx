import type { ListedNote } from '#schemas/api/notes.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { NoteFacts } from './note-item.tsx';
import { NoteText } from './note-text.tsx';
import './notes.css';

interface FoundNotesProps {
  readonly list: readonly ListedNote[];
  readonly hasMore: boolean;
  readonly word: string;
}

const ID = 'found-notes';

/** Notes that the search over all found: own ones, and those of colleagues that the user may read. */
export function FoundNotes({ list, hasMore, word }: FoundNotesProps) {
  if (list.length === 0) return null;
  return (
    <section id={ID} aria-labelledby={`${ID}-title`}>
      <header>
        <h2 id={`${ID}-title`}>
          笔记
          <small>{hasMore ? `${list.length}+` : list.length} 条</small>
        </h2>
        <a href={hashAddress(`/personalCenter?page=notes&q=${encodeURIComponent(word)}`)}>在我的笔记中查看</a>
      </header>
      <ul className="notes-list">
        {list.map((note) => (
          <li key={note.id} className="note">
            <p className="note-record">
              <span className="note-soft">{note.objectLabel}</span>
              {note.recordName === null ? (
                <span className="note-soft">（已删除，或不再对您开放）</span>
              ) : (
                <a href={hashAddress(detailPath(note.objectApiName, note.recordId))} target="_blank" rel="noopener">
                  {note.recordName}
                </a>
              )}
            </p>
            <NoteText body={note.body} mentions={note.mentions} />
            <div className="note-foot">
              <NoteFacts note={note} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { HomeContentOf, HomeEntry } from '#schemas/api/home.ts';
import { agoWords } from '#shared/time/age-words.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';

interface EntriesViewProps {
  readonly content: HomeContentOf<'entries'>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onTalk: (uid: string) => void;
}

/** Records and users with what is new of each: a record opens in a page of its own, a user’s conversation in the room. */
export function EntriesView({ content, now, onTalk }: EntriesViewProps) {
  return (
    <ul className="home-rows">
      {content.entries.map((entry) => (
        <li key={entry.uid ?? entry.path ?? entry.title}>
          <p className="home-row-name">
            <Name entry={entry} onTalk={onTalk} />
            {entry.at !== null && (
              <time dateTime={entry.at} title={shownMoment(entry.at)}>
                {agoWords(now - Date.parse(entry.at))}
              </time>
            )}
          </p>
          {entry.words !== '' && <p className="home-row-facts">{entry.words}</p>}
        </li>
      ))}
    </ul>
  );
}

function Name({
  entry: { title, path, uid },
  onTalk,
}: { readonly entry: HomeEntry } & Pick<EntriesViewProps, 'onTalk'>) {
  if (path !== null)
    return (
      <a href={hashAddress(path)} target="_blank" rel="noopener">
        {title}
      </a>
    );
  return (
    <button type="button" onClick={() => uid !== undefined && onTalk(uid)}>
      {title}
    </button>
  );
}

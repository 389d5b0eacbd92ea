import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { articlePath } from '#shared/help/article-text.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { HelpStore } from './help-store.ts';
import './place-help.css';

/** Articles that are shown at one place. */
const MOST = 3;

interface PlaceHelpProps {
  readonly store: HelpStore;
  readonly place: string;
}

/** The articles that name a place as theirs; nothing where there is none, or while they cannot be read. */
export const PlaceHelp = observer(function PlaceHelp({ store, place }: PlaceHelpProps) {
  useEffect(() => void store.loadOnce(), [store]);
  const articles = store.help?.articles.filter(({ places }) => places.includes(place)).slice(0, MOST) ?? [];
  if (articles.length === 0) return null;
  return (
    <nav className="place-help" aria-label="相关帮助">
      {articles.map(({ slug, title }) => (
        <a key={slug} href={hashAddress(articlePath(slug))}>
          {title}
        </a>
      ))}
    </nav>
  );
});

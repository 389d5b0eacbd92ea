import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { Help } from '#schemas/api/help.ts';
import { articlePath, firstParagraph } from '#shared/help/article-text.ts';
import { lower, searchWords } from '#shared/help/help-search.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PlainField } from '#client/ui/plain-field.tsx';
import { Glossary } from './glossary.tsx';
import { ArticleView } from './help-article.tsx';
import type { HelpStore } from './help-store.ts';
import './help.css';

/** The last part of the address of the glossary. */
const GLOSSARY = 'glossary';

interface HelpPageProps {
  readonly store: HelpStore;
  /** The last part of the address; undefined for the help center as a whole. */
  readonly slug: string | undefined;
  readonly onGo: (path: string) => void;
}

/** The help center: its articles by category and by search, or one of them. */
export const HelpPage = observer(function HelpPage({ store, slug, onGo }: HelpPageProps) {
  const { help, failure } = store;
  useEffect(() => void store.load(), [store]);
  if (failure && !help)
    return (
      <Notice isPage title={failure.message} isAlert action={{ label: '重试', onPress: () => void store.load() }} />
    );
  if (!help) return <Notice isPage title="正在加载…" />;
  if (slug === undefined) return <Overview store={store} help={help} onGo={onGo} />;
  if (slug === GLOSSARY)
    return (
      <div className="page-column">
        <Glossary terms={help.terms} />
      </div>
    );
  const article = store.article(slug);
  if (!article)
    return (
      <Notice isPage title="没有这篇文章" link={{ label: '打开帮助中心', href: hashAddress('/helpCenter') }}>
        文章可能已下线，或仅对部分身份开放。
      </Notice>
    );
  return (
    <div className="page-column">
      <ArticleView store={store} article={article} />
    </div>
  );
});

const Overview = observer(function Overview({
  store,
  help,
  onGo,
}: Pick<HelpPageProps, 'store' | 'onGo'> & { readonly help: Help }) {
  usePageTitle('帮助中心');
  const results = useRef<HTMLDivElement>(null);
  const isSearching = searchWords(store.word).length > 0;
  return (
    <div className="page-column">
      <PageHead title="帮助中心" help="按分类查找，或输入您想做的事。" />
      <search className="help-search">
        <PlainField
          label="搜索帮助"
          type="search"
          placeholder="如：发布融资、导出、换手机号"
          value={store.word}
          maxLength={60}
          onChange={(word) => store.search(word)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const [first] = store.found;
            if (event.key === 'Enter' && first) onGo(articlePath(first.article.slug));
            if (event.key === 'Escape') store.search('');
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            results.current?.querySelector('a')?.focus();
          }}
        />
      </search>
      <div ref={results}>{isSearching ? <Results store={store} /> : <Categories help={help} />}</div>
    </div>
  );
});

const Results = observer(function Results({ store }: { readonly store: HelpStore }) {
  const { found, word } = store;
  if (found.length === 0)
    return <Notice title="没有找到相关文章">换一个说法试试，如“导出”“认证”；也可以点右下角的“联系客服”留言。</Notice>;
  return (
    <>
      <p className="help-soft" role="status">
        找到 {found.length} 篇
      </p>
      <ul className="help-results">
        {found.map(({ article, excerpt }) => (
          <li key={article.id}>
            <a href={hashAddress(articlePath(article.slug))}>
              <Marked text={article.title} word={word} />
            </a>
            <p>
              <Marked text={excerpt} word={word} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
});

/** A text with the words that were looked for highlighted. */
function Marked({ text, word }: { readonly text: string; readonly word: string }) {
  const folded = lower(text);
  const [first] = searchWords(word).filter((one) => folded.includes(one));
  if (first === undefined) return text;
  const at = folded.indexOf(first);
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + first.length)}</mark>
      {text.slice(at + first.length)}
    </>
  );
}

function Categories({ help: { categories, articles, terms } }: { readonly help: Help }) {
  return (
    <div className="help-categories">
      {categories.map(({ value, label }) => (
        <section key={value} aria-label={label}>
          <h2>{label}</h2>
          <ul>
            {articles
              .filter(({ category }) => category === value)
              .map(({ id, slug, title, body }) => (
                <li key={id}>
                  <a href={hashAddress(articlePath(slug))} title={firstParagraph(body)}>
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {terms.length > 0 && (
        <section aria-label="术语表">
          <h2>术语表</h2>
          <ul>
            <li>
              <a href={hashAddress(articlePath(GLOSSARY))}>投融资术语表（{terms.length} 个）</a>
            </li>
          </ul>
        </section>
      )}
    </div>
  );
}

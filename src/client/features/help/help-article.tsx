import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { Guide } from '#schemas/api/help.ts';
import { articlePath } from '#shared/help/article-text.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { ArticleBody, partsOf } from '#client/ui/article-body.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { HelpStore } from './help-store.ts';

interface ArticleProps {
  readonly store: HelpStore;
  readonly article: Guide;
}

/** One article: what is in it, its text, whether it was useful, and the articles beside it. */
export const ArticleView = observer(function ArticleView({ store, article }: ArticleProps) {
  usePageTitle(article.title);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: false }), [article.id]);
  const parts = partsOf(article.body);
  const category = store.help?.categories.find(({ value }) => value === article.category);
  return (
    <article className="help-article">
      <nav aria-label="位置" className="help-crumbs">
        <a href={hashAddress('/helpCenter')}>帮助中心</a>
        {category && <span>{category.label}</span>}
      </nav>
      <h1 ref={title} tabIndex={-1}>
        {article.title}
      </h1>
      {parts.length > 1 && (
        <nav className="help-contents" aria-label="本文目录">
          <h2>本文目录</h2>
          <ul>
            {parts.map(({ id, title: name }) => (
              <li key={id}>
                <button type="button" onClick={() => document.getElementById(id)?.scrollIntoView()}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ArticleBody markdown={article.body} />
      <Feedback store={store} article={article} />
      <Around store={store} article={article} />
    </article>
  );
});

const Feedback = observer(function Feedback({ store, article: { id } }: ArticleProps) {
  const judged = store.judgement(id);
  return (
    <section className="help-feedback" aria-label="这篇文章有用吗">
      <p>这篇文章有用吗？</p>
      <PlainButton look="outlined" aria-pressed={judged === true} onClick={() => void store.judge(id, true)}>
        有用
      </PlainButton>
      <PlainButton look="outlined" aria-pressed={judged === false} onClick={() => void store.judge(id, false)}>
        没用
      </PlainButton>
      <p role="status">{store.refusal?.message ?? (judged === undefined ? '' : '感谢您的反馈')}</p>
    </section>
  );
});

function Around({ store, article }: ArticleProps) {
  const { before, after } = store.around(article);
  return (
    <nav className="help-around" aria-label="相邻文章">
      {before && <a href={hashAddress(articlePath(before.slug))}>上一篇：{before.title}</a>}
      {after && <a href={hashAddress(articlePath(after.slug))}>下一篇：{after.title}</a>}
    </nav>
  );
}

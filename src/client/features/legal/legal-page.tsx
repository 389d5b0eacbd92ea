import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { ArticleBody } from '#client/ui/article-body.tsx';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { LegalLinks, legalPath } from '#client/ui/legal-links.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { LegalStore } from './legal-store.ts';
import './legal.css';

/** The terms, the privacy policy or the notice on data, open to everybody, with its versions. */
export const LegalPage = observer(function LegalPage({ store }: { readonly store: LegalStore }) {
  useEffect(() => void store.text.load(), [store]);
  const { value: text, failure } = store.text;
  usePageTitle(text?.title);
  if (failure)
    return (
      <Notice
        isAlert
        isPage
        title={failure.message}
        action={{ label: '重试', onPress: () => void store.text.load() }}
      />
    );
  if (!text) return <LoadingBlock height={480} margin={2} />;
  const { kind, number, title, publishedAt, isCurrent, agreedAt, summary, body, editions } = text;
  return (
    <div className="page-column legal-page">
      <PageHead
        title={title}
        help={`第 ${number} 版，${publishedAt.slice(0, 10)} 发布${agreedAt === null ? '' : `，您于 ${shownMoment(agreedAt)} 同意`}`}
      />
      {!isCurrent && (
        <Notice title="这是已被替代的版本" link={{ label: '查看现行版本', href: hashAddress(legalPath(kind)) }} />
      )}
      {summary !== '' && <p className="legal-summary">本次修改：{summary}</p>}
      <ArticleBody markdown={body} />
      {editions.length > 1 && (
        <section aria-label="历次版本" className="legal-editions">
          <h2>历次版本</h2>
          <ul>
            {editions.map((edition) => (
              <li key={edition.number}>
                <a
                  href={hashAddress(`${legalPath(kind)}?number=${edition.number}`)}
                  aria-current={edition.number === number ? 'page' : undefined}
                >
                  第 {edition.number} 版，{edition.publishedAt.slice(0, 10)}
                </a>
                {edition.summary !== '' && <span>{edition.summary}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <LegalLinks />
    </div>
  );
});

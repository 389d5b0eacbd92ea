import type { HelpTerm } from '#schemas/api/help.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';

/** The terms of the market, by their order in Chinese. */
export function Glossary({ terms }: { readonly terms: readonly HelpTerm[] }) {
  usePageTitle('术语表');
  const sorted = terms.toSorted((one, other) => one.term.localeCompare(other.term, 'zh-CN'));
  return (
    <article className="help-article">
      <nav aria-label="位置" className="help-crumbs">
        <a href={hashAddress('/helpCenter')}>帮助中心</a>
        <span>术语表</span>
      </nav>
      <h1>投融资术语表</h1>
      <p className="help-soft">共 {terms.length} 个术语。在智能问答中问“领投是什么意思”也能得到解释。</p>
      <dl className="help-terms">
        {sorted.map(({ term, alternatives, explanation, related }) => (
          <div key={term}>
            <dt>
              {term}
              {alternatives.length > 0 && <span>也叫 {alternatives.join('、')}</span>}
            </dt>
            <dd>
              {explanation}
              {related !== '' && <span>在本产品中：{related}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

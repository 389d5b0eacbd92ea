import { compiler, type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';
import { hashAddress } from '#client/lib/router.ts';
import './article-body.css';

interface LinkProps {
  readonly href?: string;
  readonly children?: ReactNode;
}

/** Leads to a page of ours or to another site by https; what is neither is text. */
function ArticleLink({ href = '', children }: LinkProps) {
  if (/^\/(?![/\\])/.test(href)) return <a href={hashAddress(href)}>{children}</a>;
  if (!href.startsWith('https://')) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A picture of ours: one on another host would tell it who reads. */
function ArticlePicture({ src = '', alt = '' }: { readonly src?: string; readonly alt?: string }) {
  if (!/^\/(?:help|files\/public)\/[\w.-]+$/.test(src)) return null;
  return <img src={src} alt={alt} loading="lazy" />;
}

const HEADINGS = 2;
/** An id of letters of any language, apart from all other ids of the page. */
const partId = (text: string): string => `part-${text.trim().replaceAll(/\s+/g, '-')}`;

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  disableFrontmatter: true,
  disableAutoLink: true,
  forceBlock: true,
  wrapper: null,
  slugify: partId,
  overrides: { a: ArticleLink, img: ArticlePicture, h1: 'h2' },
};

/** Headings of a text that its list of contents has, with their ids. */
export function partsOf(markdown: string): { readonly id: string; readonly title: string }[] {
  return parser(markdown, OPTIONS).flatMap((node) => {
    if (node.type !== RuleType.heading || node.level > HEADINGS) return [];
    const title = textOf(node.children).trim();
    return [{ id: partId(title), title }];
  });
}

function textOf(nodes: readonly MarkdownToJSX.ASTNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === RuleType.text) return node.text;
      return 'children' in node && Array.isArray(node.children) ? textOf(node.children) : '';
    })
    .join('');
}

/** Markdown without HTML: tags are shown as they are written. */
export function ArticleBody({ markdown }: { readonly markdown: string }) {
  return <div className="article-body">{compiler(markdown, OPTIONS)}</div>;
}
